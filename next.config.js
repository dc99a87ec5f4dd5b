/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  // `npm test` checks the types, once.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  agentRules: false,
  // Read at boot by lib/db/migrate, and run in threads by lib/db: no import leads to them.
  outputFileTracingIncludes: { '/**': ['./prisma/*/migrations/**', './lib/db/read-worker.mjs'] },
  experimental: {
    // The log names functions and places as they are called in the sources.
    serverMinification: false,
    // What was rendered in advance for a link is good for so long; seconds.
    staleTimes: { dynamic: 0, static: 30 },
    serverActions: { bodySizeLimit: '4mb' },
  },
}

export default config
