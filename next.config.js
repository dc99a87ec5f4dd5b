import { TEXT_GROUPS } from './scripts/text-groups.mjs'

const texts = (query, options) => ({
  condition: { all: [{ path: /^messages\/\w+\.json$/ }, { query }] },
  loaders: [{ loader: './scripts/texts-loader.mjs', options }],
  as: '*.js',
})

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
      './lib/db/generated/*.wasm',
      './lib/db/read-worker.mjs',
      './lib/scan/generated/*.mjs',
      './samples/**',
      './docs/**',
    ],
  },
  turbopack: {
    rules: {
      '*.json': [
        texts(/^$/, {}),
        ...Object.keys(TEXT_GROUPS).map((group) => texts(`?${group}`, { group })),
      ],
    },
    // The texts are compiled by then.
    resolveAlias: { 'use-intl/format-message': 'use-intl/format-message/format-only' },
  },
  // Names by which people look for pages, and where pages were before.
  redirects: async () => [
    { source: '/settings', destination: '/settings/installation', permanent: false },
    { source: '/activity', destination: '/log?period=all', permanent: false },
    { source: '/sessions/context', destination: '/sessions?show=context', permanent: false },
    { source: '/review/digest', destination: '/log', permanent: false },
    {
      source: '/review',
      has: [{ type: 'query', key: 'state', value: 'done' }],
      destination: '/log',
      permanent: false,
    },
  ],
  experimental: {
    // Writing the cache costs a first build half as much again (86 s of processor time against 58)
    // and 200 MB; a rebuild, which is rare, would save a third.
    turbopackFileSystemCacheForBuild: false,
    // Nobody reads the maps of a build, which cost a tenth of it and 63 MB: the server's code is not
    // minified, and browsers are not served any.
    turbopackSourceMaps: process.env.NODE_ENV !== 'production',
    turbopackInputSourceMaps: process.env.NODE_ENV !== 'production',
    // Keeps names of functions and files in the log as they are in the sources.
    serverMinification: false,
    // How long a page prerendered for a link stays valid; seconds.
    staleTimes: { dynamic: 0, static: 30 },
    serverActions: { bodySizeLimit: '4mb' },
    // The code of all pages, loaded at the start, took as much memory and time as all else; a page's
    // is loaded with its first request, in a tenth of a second.
    preloadEntriesOnStart: false,
  },
}

export default config
