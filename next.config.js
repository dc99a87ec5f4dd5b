/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  // `npm test` has checked the types already.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  agentRules: false,
  // Read at boot by lib/db/migrate, and run in threads by lib/db and lib/scan: no import leads to them.
  outputFileTracingIncludes: {
    '/**': [
      './prisma/*/migrations/**',
      './lib/db/read-worker.mjs',
      './lib/scan/generated/scan-worker.mjs',
      './samples/**',
      './docs/**',
    ],
  },
  experimental: {
    // Keeps names of functions and files in the log as they are in the sources.
    serverMinification: false,
    // How long a page prerendered for a link stays valid; seconds.
    staleTimes: { dynamic: 0, static: 30 },
    serverActions: { bodySizeLimit: '4mb' },
  },
}

export default config
