// Which folder may import which (architecture.md): arrows point one way. Read by eslint.config.mjs.

/** For each folder the folders that it may import besides itself; `types` only as types. */
export const DIRECTIONS = {
  app: { imports: ['components', 'lib'] },
  components: { imports: ['app', 'lib/text'], types: ['lib'] },
  cli: { imports: ['lib'] },
  'lib/text': { imports: [] },
  'lib/db': { imports: ['lib/settings', 'lib/log'] },
  'lib/live': { imports: ['lib/db'] },
  'lib/jobs': { imports: ['lib/db', 'lib/text', 'lib/log'] },
  'lib/store': { imports: ['lib/db', 'lib/live', 'lib/text', 'lib/jobs', 'lib/log'] },
  'lib/auth': { imports: ['lib/db', 'lib/store', 'lib/text', 'lib/settings'] },
  'lib/memory-tool': { imports: ['lib/db', 'lib/store', 'lib/text'] },
  'lib/transfer': {
    imports: ['lib/db', 'lib/store', 'lib/text', 'lib/jobs', 'lib/log', 'lib/settings'],
  },
  'lib/api': {
    imports: [
      'lib/db',
      'lib/store',
      'lib/text',
      'lib/auth',
      'lib/memory-tool',
      'lib/transfer',
      'lib/jobs',
      'lib/log',
      'lib/settings',
      'lib/shutdown',
    ],
  },
}

/** Server actions are declared in app and called from components: the one way up. */
DIRECTIONS.components.imports = ['lib/text']

const FOLDERS = Object.keys(DIRECTIONS)
const SINGLE_FILES = ['lib/settings', 'lib/log', 'lib/shutdown']

const covers = (allowed, target) =>
  allowed.some((each) => target === each || target.startsWith(`${each}/`))

/** The `no-restricted-imports` options of a folder: what it may not import, and why. */
export function restrictionsOf(folder) {
  const { imports, types = [] } = DIRECTIONS[folder]
  const others = [...FOLDERS, ...SINGLE_FILES].filter(
    (other) => other !== folder && !folder.startsWith(`${other}/`),
  )
  const forbidden = others.filter((other) => !covers(imports, other))
  const patterns = forbidden.map((other) => ({
    group: [`@/${other}`, `@/${other}/**`],
    allowTypeImports: covers(types, other),
    message: `${folder} does not import ${other}: see scripts/import-directions.mjs`,
  }))
  patterns.push({
    regex: '^@/lib/[^/]+/[^/]+/',
    message: 'A folder inside a folder of lib is private to it.',
  })
  const depth = folder.startsWith('lib/') ? 2 : 1
  patterns.push({
    regex: `^(\\.\\./){${depth + 1},}`,
    message: 'Between folders imports go by alias, @/….',
  })
  return { patterns }
}
