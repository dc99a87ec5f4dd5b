/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  agentRules: false,
  // Read at boot by lib/db/migrate, so no import leads to them.
  outputFileTracingIncludes: { '/**': ['./prisma/*/migrations/**'] },
  experimental: {
    serverActions: { bodySizeLimit: '4mb' },
  },
}

export default config
