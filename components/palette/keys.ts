/** The keys by context; contexts and keys are named in the texts under `Keys`. */
export const KEYS = {
  anywhere: [
    ['goTo', '⌘K'],
    ['list', '?'],
    ['goToPage', 'g'],
    ['close', 'Esc'],
  ],
  inbox: [
    ['allow', 'a'],
    ['deny', 'r'],
    ['edit', 'e'],
    ['keepRoutine', '⇧A'],
    ['openRow', '↵'],
    ['steps', 'j k'],
    ['filter', 'f'],
  ],
  reviewing: [
    ['keep', 'a'],
    ['revert', 'r'],
    ['edit', 'e'],
    ['comment', 'c'],
    ['redact', 'x'],
    ['undo', 'z'],
    ['keepRoutine', '⇧A'],
    ['revertMemory', '⇧R'],
    ['keepAsTest', 't'],
    ['nextOpen', 'j'],
    ['back', 'k'],
    ['everyHunk', '↓ ↑'],
    ['why', 'w'],
    ['apply', '⌘↵'],
  ],
  found: [
    ['dismiss', 'a'],
    ['redact', 'x'],
    ['undo', 'z'],
    ['openRow', '↵'],
    ['steps', 'j k'],
    ['filter', 'f'],
  ],
  sessions: [
    ['newSession', 'n'],
    ['allow', 'a'],
    ['deny', 'r'],
    ['edit', 'e'],
    ['openRow', '↵'],
    ['steps', 'j k'],
    ['filter', 'f'],
  ],
  starting: [['start', '⌘↵']],
  conversation: [
    ['allow', 'a'],
    ['deny', 'r'],
    ['edit', 'e'],
    ['allowRest', '⇧A'],
    ['askWhy', 'w'],
    ['toWaiting', 'Esc'],
    ['toMessage', '/'],
    ['send', '↵'],
    ['newLine', '⇧↵'],
    ['stopAgent', 'Esc'],
  ],
  cause: [
    ['saysYes', 'y'],
    ['saysNo', 'n'],
    ['revert', 'r'],
    ['comment', 'c'],
    ['keepAsTest', 't'],
    ['sinceWhen', 'b'],
    ['moreAnswers', 'm'],
    ['allThatAdd', 'p'],
    ['undo', 'z'],
    ['stopAsking', 'Esc'],
  ],
  context: [
    ['stepRequest', '← →'],
    ['steps', 'j k'],
  ],
  observed: [
    ['openRow', '↵'],
    ['steps', 'j k'],
  ],
  stores: [
    ['newStore', 'n'],
    ['openRow', '↵'],
    ['steps', 'j k'],
    ['filter', 'f'],
  ],
  memory: [
    ['edit', 'e'],
    ['comment', 'c'],
  ],
  tree: [
    ['newMemory', 'n'],
    ['undo', 'z'],
    ['walk', '↑ ↓'],
    ['unfold', '→ ←'],
    ['openRow', '↵'],
    ['filter', 'f'],
    ['tick', 'Space'],
    ['extend', '⇧↑ ⇧↓'],
    ['rename', 'F2'],
    ['remove', 'Del'],
    ['rowMenu', '⇧F10'],
  ],
  time: [
    ['toNow', 'Esc'],
    ['step', '← →'],
    ['ends', 'Home End'],
  ],
  editing: [
    ['save', '⌘↵'],
    ['cancelEdit', 'Esc'],
  ],
  lines: [
    ['walkLines', '↑ ↓'],
    ['chooseLine', '↵'],
    ['extendLines', '⇧↑ ⇧↓'],
  ],
  comparing: [['steps', 'j k']],
  undoing: [
    ['mergeByHand', 'e'],
    ['undoAgain', 'z'],
    ['leaveOut', 'Space'],
    ['steps', 'j k'],
    ['undoNow', '⌘↵'],
  ],
  merging: [
    ['edit', 'e'],
    ['undo', 'z'],
    ['takeTheirs', '←'],
    ['takeMine', '→'],
    ['steps', 'j k'],
    ['save', '⌘↵'],
    ['backToDraft', 'Esc'],
  ],
  branch: [
    ['steps', 'j k'],
    ['takeOrigin', '←'],
    ['takeBranch', '→'],
    ['takeBoth', 'b'],
    ['edit', 'e'],
    ['mergeNow', '⌘↵'],
  ],
  seeding: [
    ['steps', 'j k'],
    ['takeOrLeave', 'Space'],
    ['seedNow', '⌘↵'],
  ],
  redacting: [
    ['steps', 'j k'],
    ['redactNow', '⌘↵'],
  ],
  policy: [
    ['newRule', 'n'],
    ['edit', 'e'],
    ['steps', 'j k'],
    ['save', '⌘↵'],
  ],
  testing: [
    ['newTest', 'n'],
    ['runTest', 't'],
    ['runAllTests', '⇧T'],
    ['revert', 'r'],
    ['stepRun', '[ ]'],
    ['openRow', '↵'],
    ['steps', 'j k'],
  ],
  weighing: [
    ['newExperiment', 'n'],
    ['runExperiment', 't'],
    ['openRow', '↵'],
    ['steps', 'j k'],
  ],
  costing: [
    ['openRow', '↵'],
    ['steps', 'j k'],
  ],
  log: [
    ['openRow', '↵'],
    ['steps', 'j k'],
    ['filter', 'f'],
  ],
  connecting: [
    ['connect', 'n'],
    ['tick', 'Space'],
    ['steps', 'j k'],
  ],
  results: [
    ['walkHits', '↑ ↓'],
    ['openRow', '↵'],
    ['filter', 'f'],
  ],
} as const satisfies Record<string, readonly (readonly [string, string])[]>

export type KeyContext = keyof typeof KEYS

/** The name of a key's command in the texts under `Keys`. */
export type KeyName = (typeof KEYS)[KeyContext][number][0]

/** The contexts of a part of the dashboard, named in the texts under `Keys`. */
export const AREAS = {
  everywhere: ['anywhere'],
  ofReview: ['inbox', 'reviewing', 'found'],
  ofSessions: ['sessions', 'starting', 'conversation', 'cause', 'context', 'observed'],
  ofStores: [
    'stores',
    'tree',
    'memory',
    'time',
    'editing',
    'lines',
    'comparing',
    'undoing',
    'merging',
    'branch',
    'seeding',
    'redacting',
    'policy',
    'testing',
    'weighing',
    'costing',
  ],
  ofOthers: ['log', 'connecting', 'results'],
} as const satisfies Record<string, readonly KeyContext[]>

export type KeyArea = keyof typeof AREAS

const STORE = '^/stores/[^/?]+'

/** The pages of a context: their paths with the query. */
const PAGES: Readonly<Partial<Record<KeyContext, RegExp>>> = {
  inbox: /^\/review(\?|$)/,
  reviewing: /^\/review\/chgset_\w+(\?|$)/,
  found: new RegExp(`${STORE}/changes`),
  sessions: /^\/sessions(\?|$)/,
  starting: /^\/sessions\/new/,
  conversation: /^\/sessions\/sesn_\w+(\?|$)/,
  observed: /^\/sessions\/sesn_\w+(\?|$)/,
  cause: /^\/sessions\/sesn_\w+\/(why|since)\/\w/,
  context: /^\/sessions\/sesn_\w+\/context/,
  stores: /^\/stores(\?|$)/,
  memory: new RegExp(`${STORE}\\?.*(memory|path)=`),
  tree: new RegExp(`${STORE}(\\?|$)`),
  time: new RegExp(`${STORE}(\\?|$)`),
  editing: new RegExp(`${STORE}\\?.*view=edit`),
  comparing: new RegExp(`${STORE}/compare|${STORE}\\?.*from=`),
  undoing: new RegExp(`${STORE}/(undo|restore)(\\?|$)`),
  merging: new RegExp(`${STORE}/(undo/merge|overtaken)`),
  branch: new RegExp(`${STORE}/merge(\\?|$)`),
  seeding: new RegExp(`${STORE}/seed`),
  redacting: /^\/redact(\?|$)/,
  policy: new RegExp(`${STORE}/policy`),
  testing: new RegExp(`${STORE}/tests(\\?|$)`),
  weighing: new RegExp(`${STORE}/experiments(/exprm_|\\?|$)`),
  costing: new RegExp(`${STORE}/cost(\\?|$)`),
  log: /^\/(log|activity)/,
  connecting: /^\/connections/,
  results: /^\/search/,
}

/** The contexts of a page, by its path with the query. */
export function contextsOf(address: string): KeyContext[] {
  const contexts = Object.keys(KEYS) as KeyContext[]
  return contexts.filter((context) => PAGES[context]?.test(address))
}

const key = (stroke: string) => `[aria-keyshortcuts="${stroke}"]`
const ROW = '[data-inbox-row]'
const FINDING = '[data-finding]'
const FILTERS = '[data-filter-button], .filters :is(input:not([type="hidden"]), button)'
const WAITING = '[data-call][data-state="waiting"]'
const TREE_ROW = '[role="treeitem"]'
// In the tree ← and → fold its rows, elsewhere they lead through the changes.
const IN_TREE = '[role="tree"]:focus-within'
const STEPPED = `[data-change-start], ${key('j')}`

/** Every command of some names asks for the same. */
const allOf = (names: readonly KeyName[], selector: string) =>
  Object.fromEntries(names.map((name) => [name, selector]))

/**
 * The elements without which a command of a context does nothing, as selectors: of a list its rows, of
 * an act its button. What is not listed always does something on its pages.
 */
const NEEDS: Readonly<Partial<Record<KeyContext, Readonly<Partial<Record<KeyName, string>>>>>> = {
  inbox: {
    allow: `.inbox-preview ${key('a')}`,
    deny: `.inbox-preview ${key('r')}`,
    edit: `.inbox-preview ${key('e')}`,
    keepRoutine: key('Shift+A'),
    ...allOf(['openRow', 'steps'], ROW),
    filter: FILTERS,
  },
  reviewing: {
    ...allOf(
      ['keep', 'revert', 'edit', 'comment', 'revertMemory', 'nextOpen', 'back', 'everyHunk', 'why'],
      '[data-hunk]',
    ),
    keepRoutine: '[data-routine-open]',
    keepAsTest: key('t'),
    undo: `[data-undoable], ${key('z')}`,
  },
  found: {
    dismiss: '[data-menu="dismiss"]',
    redact: '[data-finding-act="redact"]',
    undo: '[data-finding-act="open"]',
    ...allOf(['openRow', 'steps'], `${FINDING}, ${ROW}`),
    filter: FILTERS,
  },
  sessions: {
    ...allOf(['allow', 'deny', 'edit'], '[data-waiting]'),
    ...allOf(['openRow', 'steps'], '[data-session-row]'),
    filter: FILTERS,
  },
  conversation: {
    ...allOf(['allow', 'deny', 'allowRest', 'toWaiting'], WAITING),
    edit: `${WAITING} ${key('e')}`,
    askWhy: key('w'),
    ...allOf(['toMessage', 'send', 'newLine'], '[data-message-field]'),
    stopAgent: `form button${key('Escape')}`,
  },
  cause: {
    saysYes: key('y'),
    saysNo: key('n'),
    revert: key('r'),
    comment: key('c'),
    keepAsTest: key('t'),
    sinceWhen: key('b'),
    moreAnswers: key('m'),
    undo: key('z'),
    stopAsking: key('Escape'),
  },
  observed: allOf(['openRow', 'steps'], '[data-write]'),
  context: { stepRequest: '[data-request-steps]', steps: '[data-happening]' },
  stores: { ...allOf(['openRow', 'steps'], '[data-store-row]'), filter: FILTERS },
  memory: { edit: key('e'), comment: key('c') },
  tree: {
    newMemory: `${key('n')}:not(:disabled)`,
    undo: `[data-tree-undo] ${key('z')}`,
    ...allOf(['walk', 'openRow', 'tick', 'extend', 'rowMenu'], TREE_ROW),
    unfold: IN_TREE,
    // Not in an archived store, nor where there is nothing.
    ...allOf(['rename', 'remove'], `body:has(${key('n')}:not(:disabled)) ${TREE_ROW}`),
  },
  time: {
    toNow: `a${key('Escape')}`,
    ...allOf(['step', 'ends'], `body:not(:has(${IN_TREE})) .time-bar`),
  },
  comparing: { steps: STEPPED },
  undoing: { mergeByHand: key('e'), undoAgain: key('z') },
  seeding: allOf(['steps', 'takeOrLeave', 'seedNow'], '[data-seed-row]'),
  redacting: allOf(['steps', 'redactNow'], '[data-place]'),
  policy: allOf(['edit', 'steps'], '[data-rule]'),
  testing: {
    newTest: key('n'),
    runTest: key('t'),
    runAllTests: key('Shift+T'),
    revert: key('r'),
    ...allOf(['openRow', 'steps', 'stepRun'], '[data-test-row]'),
  },
  weighing: {
    newExperiment: key('n'),
    runExperiment: key('t'),
    ...allOf(['openRow', 'steps'], '[data-experiment-row]'),
  },
  costing: allOf(['openRow', 'steps'], '[data-cost-row]'),
  log: { ...allOf(['openRow', 'steps'], `[data-change], ${ROW}`), filter: FILTERS },
  connecting: {
    tick: '[data-folder-row="found"]',
    steps: '[data-folder-row]',
  },
  results: { ...allOf(['walkHits', 'openRow'], '[data-hit]'), filter: FILTERS },
}

/** The commands of a page that do something on it as it is now; each once. */
export function commandsOn(page: ParentNode, address: string): (readonly [KeyName, string])[] {
  const commands = contextsOf(address).flatMap((context) => {
    const needs: Readonly<Partial<Record<KeyName, string>>> = NEEDS[context] ?? {}
    const all: readonly (readonly [KeyName, string])[] = KEYS[context]
    return all.filter(([name]) => {
      const needed = needs[name]
      return needed === undefined || page.querySelector(needed) !== null
    })
  })
  return [...new Map(commands.map((command) => [command[0], command])).values()]
}

/** The strokes of a command. */
export function strokesOf(name: KeyName): readonly string[] {
  const found = Object.values(KEYS)
    .flat()
    .find(([each]) => each === name)
  return found ? found[1].split(' ') : []
}

/** The focus that lets a command's key act. */
export type ActsWhere = 'anywhere' | 'outside forms' | 'in fields' | 'outside fields'

/** Exceptions to the rule of `actsWhere`, besides keys with ⌘, which a form has of its own. */
const PLACES: Readonly<Partial<Record<KeyName, ActsWhere>>> = {
  goTo: 'anywhere',
  start: 'anywhere',
  cancelEdit: 'anywhere',
  send: 'in fields',
  newLine: 'in fields',
  // Out of the field of a search, into what it found.
  walk: 'outside forms',
  walkHits: 'outside forms',
}

/** Returns where the key of a command acts: in a field a single letter is typed text. */
export function actsWhere(name: KeyName): ActsWhere {
  const hasModifier = strokesOf(name).some((stroke) => stroke.includes('⌘'))
  return PLACES[name] ?? (hasModifier ? 'outside forms' : 'outside fields')
}
