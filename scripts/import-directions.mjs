// Which folder may import which (architecture.md): arrows point one way. A lint rule, loaded by
// lint-plugin.mjs; it covers every form of import, by alias or relative, values and types.
import path from 'node:path'

/** Files outside the folders, which Next and the tools expect at the root. */
const ROOT = 'the root'

/** The folders and files that each folder may import besides itself; `types`: types only. */
const DIRECTIONS = {
  [ROOT]: { imports: ['e2e', 'lib', 'scripts'] },
  app: { imports: ['components', 'lib'] },
  components: {
    imports: [
      'lib/text',
      'lib/store/model',
      'lib/review/model',
      'lib/auth/access',
      'lib/connect/model/writers',
      'lib/context/estimate-tokens',
      'lib/experiments/model',
      'lib/memory-tests/model/gate',
      'lib/memory-tool/tool-effects',
      'lib/wire',
      'messages',
    ],
    types: ['lib'],
  },
  cli: { imports: ['lib'] },
  scripts: { imports: ['e2e', 'lib', 'tests'] },
  tests: { imports: ['cli', 'lib'] },
  e2e: { imports: ['lib', 'tests'] },
  bench: { imports: ['e2e', 'lib', 'scripts', 'tests'] },
  'lib/text': { imports: [] },
  'lib/db': {
    imports: ['lib/per-process', 'lib/settings', 'lib/log', 'lib/program', 'lib/notify-all'],
  },
  'lib/live': { imports: ['lib/db', 'lib/per-process'] },
  'lib/lease': {
    imports: ['lib/db', 'lib/log', 'lib/per-process', 'lib/process-identity', 'lib/sql'],
  },
  'lib/sql': { imports: ['lib/db'] },
  'lib/jobs': { imports: ['lib/per-process', 'lib/db', 'lib/lease', 'lib/text', 'lib/log'] },
  'lib/store': {
    imports: [
      'lib/per-process',
      'lib/db',
      'lib/live',
      'lib/text',
      'lib/jobs',
      'lib/log',
      'lib/turns',
    ],
  },
  'lib/review': {
    imports: [
      'lib/lease',
      'lib/sql',
      'lib/per-process',
      'lib/db',
      'lib/jobs',
      'lib/store',
      'lib/text',
      'lib/scan',
      'lib/settings',
      'lib/log',
      'lib/turns',
    ],
  },
  'lib/proposals': {
    imports: [
      'lib/agent',
      'lib/db',
      'lib/log',
      'lib/memory-tool',
      'lib/review',
      'lib/store',
      'lib/text',
    ],
  },
  'lib/backup': {
    imports: ['lib/db', 'lib/store', 'lib/log', 'lib/settings', 'lib/program'],
  },
  'lib/auth': {
    imports: [
      'lib/db',
      'lib/jobs',
      'lib/log',
      'lib/per-process',
      'lib/settings',
      'lib/store',
      'lib/text',
    ],
  },
  'lib/markdown': { imports: [] },
  'lib/scan': { imports: ['lib/text', 'lib/log', 'lib/per-process', 'lib/shutdown'] },
  'lib/memory-tool': { imports: ['lib/db', 'lib/store', 'lib/text'] },
  'lib/transfer': {
    imports: [
      'lib/db',
      'lib/store',
      'lib/text',
      'lib/jobs',
      'lib/log',
      'lib/settings',
      'lib/turns',
    ],
  },
  'lib/sample': {
    imports: ['lib/agent', 'lib/db', 'lib/review', 'lib/store', 'lib/text', 'lib/transfer'],
  },
  'lib/connect': {
    imports: [
      'lib/db',
      'lib/jobs',
      'lib/lease',
      'lib/live',
      'lib/log',
      'lib/per-process',
      'lib/settings',
      'lib/store',
      'lib/text',
      'lib/transfer',
      'lib/turns',
    ],
  },
  'lib/document-tools': { imports: ['lib/db', 'lib/store', 'lib/text', 'lib/memory-tool'] },
  'lib/replay': {
    imports: [
      'lib/agent',
      'lib/connect',
      'lib/context',
      'lib/db',
      'lib/document-tools',
      'lib/jobs',
      'lib/lease',
      'lib/live',
      'lib/log',
      'lib/memory-tool',
      'lib/model-prices',
      'lib/per-process',
      'lib/settings',
      'lib/store',
      'lib/text',
      'lib/turns',
    ],
  },
  'lib/memory-tests': {
    imports: [
      'lib/agent',
      'lib/context',
      'lib/db',
      'lib/jobs',
      'lib/lease',
      'lib/live',
      'lib/log',
      'lib/memory-tool',
      'lib/model-prices',
      'lib/per-process',
      'lib/replay',
      'lib/settings',
      'lib/sql',
      'lib/store',
      'lib/text',
      'lib/turns',
    ],
  },
  'lib/gates': {
    imports: [
      'lib/agent',
      'lib/db',
      'lib/memory-tests',
      'lib/proposals',
      'lib/review',
      'lib/store',
      'lib/text',
    ],
  },
  'lib/experiments': {
    imports: [
      'lib/agent',
      'lib/db',
      'lib/lease',
      'lib/live',
      'lib/memory-tests',
      'lib/model-prices',
      'lib/replay',
      'lib/settings',
      'lib/store',
      'lib/text',
    ],
  },
  'lib/costs': {
    imports: [
      'lib/agent',
      'lib/context',
      'lib/db',
      'lib/log',
      'lib/memory-tests',
      'lib/per-process',
      'lib/replay',
      'lib/store',
      'lib/text',
    ],
  },
  'lib/context': { imports: ['lib/db', 'lib/review', 'lib/store', 'lib/text', 'lib/log'] },
  'lib/agent': {
    imports: [
      'lib/per-process',
      'lib/context',
      'lib/db',
      'lib/lease',
      'lib/live',
      'lib/store',
      'lib/text',
      'lib/memory-tool',
      'lib/review',
      'lib/document-tools',
      'lib/log',
      'lib/settings',
      'lib/shutdown',
      'lib/notify-all',
      'lib/turns',
    ],
  },
  'lib/metrics': { imports: ['lib/db', 'lib/per-process', 'lib/sql'] },
  'lib/tracing': { imports: ['lib/log', 'lib/metrics', 'lib/per-process'] },
  'lib/mcp': {
    imports: [
      'lib/metrics',
      'lib/tracing',
      'lib/auth',
      'lib/context',
      'lib/db',
      'lib/document-tools',
      'lib/log',
      'lib/memory-tool',
      'lib/per-process',
      'lib/program',
      'lib/proposals',
      'lib/shutdown',
      'lib/store',
      'lib/text',
    ],
  },
  'lib/api': {
    imports: [
      'lib/experiments',
      'lib/gates',
      'lib/memory-tests',
      'lib/replay',
      'lib/is-alive.mjs',
      'lib/connect',
      'lib/mcp',
      'lib/program',
      'lib/metrics',
      'lib/tracing',
      'lib/live',
      'lib/per-process',
      'lib/context',
      'lib/agent',
      'lib/db',
      'lib/store',
      'lib/proposals',
      'lib/review',
      'lib/scan',
      'lib/text',
      'lib/auth',
      'lib/memory-tool',
      'lib/transfer',
      'lib/jobs',
      'lib/live',
      'lib/log',
      'lib/settings',
      'lib/shutdown',
      'lib/turns',
      'lib/wire',
    ],
  },
  'lib/log': { imports: ['lib/settings'] },
  'lib/settings': { imports: ['lib/context/context-thresholds', 'lib/model-prices'] },
  'lib/model-prices': { imports: [] },
  'lib/open-requests': { imports: [] },
  'lib/per-process': { imports: [] },
  'lib/program': { imports: [] },
  'lib/shutdown': { imports: ['lib/log', 'lib/per-process'] },
  'lib/notify-all': { imports: ['lib/log'] },
  'lib/turns': { imports: [] },
  'lib/wire': { imports: [] },
}

/**
 * The rooms of lib's folders whose files others may import. A folder that is missing here is private to
 * the folder that it is in (`lib/store/write`, the heart of every write), and so is any within a room.
 */
const ROOMS = [
  'lib/api/resources',
  'lib/store/background',
  'lib/store/branches',
  'lib/store/changes',
  'lib/store/events',
  'lib/store/judging',
  'lib/store/memories',
  'lib/store/model',
  'lib/store/proposals',
  'lib/store/quarantine',
  'lib/store/reads',
  'lib/store/redaction',
  'lib/store/search',
  'lib/store/seeding',
  'lib/store/stores',
  'lib/store/time',
  'lib/store/tree',
  'lib/store/undo',
  'lib/store/versions',
  'lib/review/background',
  'lib/review/changesets',
  'lib/review/comments',
  'lib/review/decisions',
  'lib/review/digest',
  'lib/review/examining',
  'lib/review/findings',
  'lib/review/hunks',
  'lib/review/metrics',
  'lib/memory-tests/asking',
  'lib/memory-tests/bisections',
  'lib/experiments/model',
  'lib/memory-tests/automatic',
  'lib/memory-tests/gates',
  'lib/memory-tests/model',
  'lib/memory-tests/run',
  'lib/replay/bisections',
  'lib/replay/model',
  'lib/replay/run',
  'lib/replay/scratch',
  'lib/replay/search',
  'lib/replay/turn',
  'lib/review/model',
  'lib/review/policy',
  'lib/proposals/background',
  'lib/connect/model',
  'lib/connect/background',
]

/** Tests reach for what a folder keeps to itself, and so does what they have in common. */
const isOfTests = (file) => isWithin(file, 'tests/support')

const isWithin = (target, folder) => target === folder || target.startsWith(`${folder}/`)

/** The folder that a file belongs to: one of the table, else the first in its path. */
function folderOf(file) {
  const known = Object.keys(DIRECTIONS).filter((folder) => isWithin(file, folder))
  const [longest] = known.sort((one, other) => other.length - one.length)
  if (longest) return longest
  return file.includes('/') ? file.split('/')[0] : ROOT
}

/**
 * The fault of an import, in words; null: none. `from` is a file of the project, relative to its
 * root and without extension; `specifier` is the import as written; `isOnServer`: whether the file
 * declares that it runs on the server only, since such components may use the domain.
 */
export function directionProblem(from, specifier, { isType, isOnServer }) {
  const isRelative = specifier.startsWith('.')
  if (!isRelative && !specifier.startsWith('@/')) return null
  const target = isRelative
    ? path.posix.join(path.posix.dirname(from), specifier)
    : path.posix.normalize(specifier.slice('@/'.length))
  const own = folderOf(from)
  const other = folderOf(target)
  if (own === other) return null
  const { imports, types = [] } = DIRECTIONS[own] ?? { imports: [] }
  const allowed = isType || isOnServer ? [...imports, ...types] : imports
  if (!allowed.some((each) => isWithin(target, each))) {
    return `${own} does not import ${other}: see scripts/import-directions.mjs.`
  }
  const isPrivate = /^lib\/[^/]+\/[^/]+\//.test(target)
  if (isPrivate && !ROOMS.includes(path.posix.dirname(target)) && !isOfTests(from)) {
    return 'A folder inside a folder of lib is private to it.'
  }
  return isRelative ? `Between folders imports go by alias: @/${target}.` : null
}

/**
 * The source expression of an import, a re-export, a require or a type, and whether only types
 * pass.
 */
const SOURCES = {
  ImportDeclaration: (node) => [node.source, isTypeOnly(node, node.specifiers, 'importKind')],
  ExportNamedDeclaration: (node) => [node.source, isTypeOnly(node, node.specifiers, 'exportKind')],
  ExportAllDeclaration: (node) => [node.source, node.exportKind === 'type'],
  ImportExpression: (node) => [node.source, false],
  TSImportType: (node) => [node.source ?? node.argument?.literal ?? node.argument, true],
  TSExternalModuleReference: (node) => [node.expression, false],
  CallExpression: (node) => [node.callee.name === 'require' ? node.arguments[0] : null, false],
}

function isTypeOnly(node, specifiers, kind) {
  if (node[kind] === 'type') return true
  return specifiers.length > 0 && specifiers.every((specifier) => specifier[kind] === 'type')
}

/** The value of a literal expression, in quotes of any kind; undefined: it is computed. */
function writtenOut(expression) {
  if (expression?.type !== 'TemplateLiteral') return expression?.value
  return expression.expressions.length === 0 ? expression.quasis[0].value.cooked : undefined
}

/** Returns whether a file's first statement declares that it never reaches the browser. */
function runsOnServer(first) {
  return first?.directive === 'use server' || first?.source?.value === 'server-only'
}

export const importDirections = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join('/')
    const from = file.replace(/\.[cm]?[jt]sx?$/, '')
    const check = (node) => {
      const [source, isType] = SOURCES[node.type](node)
      const specifier = writtenOut(source)
      if (typeof specifier !== 'string') return
      const isOnServer = runsOnServer(context.sourceCode.ast.body[0])
      const message = directionProblem(from, specifier, { isType, isOnServer })
      if (message) context.report({ node, message })
    }
    return Object.fromEntries(Object.keys(SOURCES).map((type) => [type, check]))
  },
}
