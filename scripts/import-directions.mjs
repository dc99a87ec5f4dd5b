// Which folder may import which (architecture.md): arrows point one way. A rule of ESLint, used by
// eslint.config.mjs; it sees every way of importing, by alias or relative, values and types.
import path from 'node:path'

/** The files beside the folders: what Next and the tools look for there. */
const ROOT = 'the root'

/** For each folder the folders and files that it may import besides itself; `types` only as types. */
const DIRECTIONS = {
  [ROOT]: { imports: ['e2e', 'lib', 'scripts'] },
  app: { imports: ['components', 'lib'] },
  components: { imports: ['lib/text', 'messages'], types: ['lib'] },
  cli: { imports: ['lib'] },
  scripts: { imports: ['lib', 'tests'] },
  tests: { imports: ['cli', 'lib'] },
  e2e: { imports: ['lib', 'tests'] },
  bench: { imports: ['lib', 'scripts', 'tests'] },
  'lib/text': { imports: [] },
  'lib/db': { imports: ['lib/settings', 'lib/log', 'lib/tell-each'] },
  'lib/live': { imports: ['lib/db'] },
  'lib/jobs': { imports: ['lib/db', 'lib/text', 'lib/log'] },
  'lib/store': { imports: ['lib/db', 'lib/live', 'lib/text', 'lib/jobs', 'lib/log', 'lib/turns'] },
  'lib/auth': { imports: ['lib/db', 'lib/store', 'lib/text', 'lib/settings'] },
  'lib/markdown': { imports: [] },
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
  'lib/document-tools': { imports: ['lib/db', 'lib/store', 'lib/text', 'lib/memory-tool'] },
  'lib/context': { imports: ['lib/db', 'lib/store', 'lib/text', 'lib/log'] },
  'lib/agent': {
    imports: [
      'lib/context',
      'lib/db',
      'lib/live',
      'lib/store',
      'lib/text',
      'lib/memory-tool',
      'lib/document-tools',
      'lib/log',
      'lib/settings',
      'lib/shutdown',
      'lib/tell-each',
      'lib/turns',
    ],
  },
  'lib/api': {
    imports: [
      'lib/context',
      'lib/agent',
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
      'lib/turns',
    ],
  },
  'lib/log': { imports: ['lib/settings'] },
  'lib/settings': { imports: [] },
  'lib/open-requests': { imports: [] },
  'lib/shutdown': { imports: [] },
