/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  agentRules: false,
  // Read at boot by lib/db/migrate, so no import leads to them.
  outputFileTracingIncludes: { '/**': ['./prisma/*/migrations/**'] },
  experimental: {
    // Bodies that pass the proxy are cut off here without an error: above what any upload may be.
    proxyClientMaxBodySize: '2gb',
    serverActions: { bodySizeLimit: '4mb' },
  },
}

export default config
