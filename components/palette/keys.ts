/** The keys by context; contexts and keys are named in the texts under `Keys`. */
export const KEYS = {
  anywhere: [
    ['goTo', '⌘K'],
    ['list', '?'],
    ['sidebar', '\\'],
    ['close', 'Esc'],
  ],
  tree: [
    ['walk', '↑ ↓'],
    ['unfold', '→ ←'],
    ['openRow', '↵'],
    ['filter', '/'],
    ['choose', 'Space'],
    ['extend', '⇧↑ ⇧↓'],
    ['rename', 'F2'],
    ['move', 'm'],
    ['create', 'n'],
    ['remove', 'Del'],
    ['undo', '⌘Z'],
    ['rowMenu', '⇧F10'],
  ],
  memory: [
    ['editMemory', 'i'],
    ['commentLines', 'c'],
  ],
  time: [
    ['toNow', 'Esc'],
    ['step', '← →'],
    ['ends', 'Home End'],
  ],
  edit: [
    ['save', '⌘↵'],
    ['cancelEdit', 'Esc'],
  ],
  lines: [
    ['walkLines', '↑ ↓'],
    ['chooseLine', '↵'],
    ['extendLines', '⇧↑ ⇧↓'],
  ],
  lists: [
    ['newStore', 'c'],
    ['newSession', 'c'],
    ['answerAllow', 'a'],
    ['answerDeny', 'd'],
  ],
  changes: [
    ['nextRow', 'j'],
    ['previousRow', 'k'],
  ],
  context: [
    ['stepRequest', '← →'],
    ['toDifference', 'd'],
    ['toTable', 't'],
    ['summarise', 's'],
  ],
  log: [['pause', 'p']],
  connecting: [
    ['tickFolder', 'x'],
    ['pauseFolder', 'p'],
    ['addFolder', 'n'],
  ],
  results: [['walkHits', '↑ ↓']],
  diff: [
    ['nextChange', 'n'],
    ['previousChange', 'p'],
  ],
  redacting: [
    ['nextPlace', 'j'],
    ['previousPlace', 'k'],
    ['nextKind', 'n'],
    ['previousKind', 'p'],
    ['redactNow', '⌘↵'],
  ],
  undoing: [
    ['leaveOut', 'Space'],
    ['mergeByHand', 'e'],
    ['undoNow', '⌘↵'],
    ['undoAgain', 'z'],
  ],
  merging: [
    ['takeTheirs', '←'],
    ['takeMine', '→'],
    ['takeBoth', 'b'],
    ['takeBothMineFirst', '⇧B'],
    ['editResult', 'e'],
    ['nextConflict', 'n'],
    ['previousConflict', 'p'],
    ['undoTake', 'z'],
    ['saveMerge', '⌘↵'],
    ['backToDraft', 'Esc'],
  ],
  seeding: [
    ['nextPath', 'j'],
    ['previousPath', 'k'],
    ['takeOrLeave', 'Space'],
    ['seedNow', '⌘↵'],
  ],
  findings: [
    ['nextFinding', 'j'],
    ['previousFinding', 'k'],
    ['falseAlarm', 'f'],
    ['acceptRisk', 'a'],
    ['takeBack', 'u'],
    ['openFinding', 'o'],
  ],
  inbox: [['filterInbox', 'f']],
  reviewing: [
    ['nextHunk', 'j'],
    ['previousHunk', 'k'],
    ['nextUndecided', 's'],
    ['nextMemory', 'n'],
    ['previousMemory', 'p'],
    ['keepHunk', 'a'],
    ['revertHunk', 'r'],
    ['editHunk', 'e'],
    ['commentHunk', 'c'],
    ['chooseLines', 'v'],
    ['redactText', 'x'],
    ['keepRoutine', '⇧A'],
    ['closeGone', 'g'],
    ['revertMemory', '⇧R'],
    ['undoDecision', 'u'],
    ['openInStore', 'o'],
    ['snoozeChangeset', 'h'],
    ['assignChangeset', 'm'],
    ['reach', 'w'],
    ['nextChangeset', ']'],
    ['previousChangeset', '['],
    ['quarantine', 'q'],
    ['applyTray', '⌘↵'],
    ['showNew', '.'],
  ],
  policy: [
    ['nextRule', 'j'],
    ['previousRule', 'k'],
    ['editRule', '↵'],
    ['newRule', 'n'],
    ['dryRunNow', 'd'],
    ['savePolicy', '⌘S'],
  ],
  digest: [
    ['nextPeriod', ']'],
    ['previousPeriod', '['],
    ['openOldest', 'o'],
  ],
  message: [
    ['start', '⌘↵'],
    ['send', '↵'],
    ['newLine', '⇧↵'],
    ['stopAgent', 'Esc'],
  ],
  waiting: [
    ['toWaiting', 'Esc'],
    ['allow', 'a ⌘↵'],
    ['allowEdited', 'e'],
    ['deny', 'r d ⌘⌫'],
    ['allowRest', '⇧A ⌘⇧↵'],
  ],
} as const satisfies Record<string, readonly (readonly [string, string])[]>

export type KeyContext = keyof typeof KEYS

/** The name of a key's command in the texts under `Keys`. */
export type KeyName = (typeof KEYS)[KeyContext][number][0]

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
