import { PHASE_PRODUCTION_SERVER } from 'next/constants.js'

const TEXTS = {
  requestConfig: './components/i18n/texts.tsx',
  // Texts are parsed by the build: browsers need no parser.
  experimental: {
    messages: { path: './messages', format: 'json', locales: 'infer', precompile: true },
  },
}

const typeOf = (source, value) => ({ source, headers: [{ key: 'content-type', value }] })

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  agentRules: false,
  devIndicators: false,
  // `npm test` checks the types.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['better-sqlite3', 'pg', 'piscina'],
  // Whatever lies in the folders above.
  turbopack: { root: import.meta.dirname },
  // The framework compresses an answer whose type stands here; a type that the route sets it overlooks.
  headers: async () => [
    typeOf('/texts/:file', 'text/javascript; charset=utf-8'),
    typeOf('/:route(listing|places|plan-row|compare-row)', 'application/json'),
  ],
  // A name that no file of the build has would be a page, in the frame with all names, past the proxy.
  rewrites: async () => [{ source: '/_next/static/:path*', destination: '/texts/none' }],
  // Read by path at run time: no import leads to them.
  outputFileTracingIncludes: {
    '/**': [
      './{prisma/*/migrations,samples,lib/scan/generated,docs/guide,docs/images}/**',
      './docs/*.md',
    ],
  },
  // scripts/package.mjs takes what the build says that it runs with.
  ...(process.env.PACKAGE === '1' && { output: 'standalone' }),
  experimental: {
    // Writing the cache costs a first build half as much again, and 200 MB; rebuilds are rare.
    turbopackFileSystemCacheForBuild: false,
    // Nobody reads the maps of a build: the server's code is not minified, browsers get none.
    turbopackSourceMaps: process.env.NODE_ENV !== 'production',
    turbopackInputSourceMaps: process.env.NODE_ENV !== 'production',
    serverMinification: false,
    // For how long a page fetched for a link stays valid; seconds.
    staleTimes: { dynamic: 0, static: 30 },
    serverActions: { bodySizeLimit: '4mb' },
    // A page's code is loaded with its first request, in a tenth of a second.
    preloadEntriesOnStart: false,
  },
}

/** What reads the texts is a compiler, which the server of what is built would hold in its memory. */
export default async (phase) => {
  if (phase === PHASE_PRODUCTION_SERVER) return config
  const { default: createNextIntlPlugin } = await import('next-intl/plugin')
  return createNextIntlPlugin(TEXTS)(config)
}
