/**
 * The texts that scripts show, by where they are shown (components/i18n/part-texts.tsx): the browser
 * gets those of the frame and of the page that it is on. What only the server renders is in none.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const TEXT_GROUPS = {
  frame: ['App', 'Fault', 'Guide', 'Live', 'Nav', 'Sessions', 'StoreFilter'],
  palette: ['Keys', 'Palette'],
  lists: ['Log', 'NewStore', 'Search', 'Store', 'Welcome'],
  store: ['History', 'Memory', 'Quarantine', 'Store', 'Time', 'Tree'],
  overview: ['Overview'],
  diff: ['Diff'],
  editing: ['Edit'],
  changing: ['Changes', 'Merge', 'Problem', 'Reach', 'StoreLimits', 'StoreSettings', 'Undo'],
  branching: ['Branch', 'Gate'],
  sessions: [
    'Approval',
    'Call',
    'Changes',
    'Check',
    'Diff',
    'Edit',
    'Gauge',
    'LiveMemory',
    'Marks',
    'Memory',
    'Session',
    'SessionHeader',
    'Why',
    'WhyRefused',
  ],
  opening: ['ContextSettings', 'NewSession', 'SessionSettings', 'StoreChoice'],
  context: [
    'Cleared',
    'CompactDialog',
    'Compaction',
    'Context',
    'ContextOverview',
    'ContextSettings',
    'Reminder',
    'Restored',
    'SessionSettings',
  ],
  review: ['Approval', 'Edit', 'Finding', 'Gate', 'Quarantine', 'Review'],
  findings: ['Finding', 'Job'],
  policy: ['Policy'],
  tests: ['Check', 'MemoryTests'],
  experiments: ['Experiments'],
  comments: ['Comment'],
  connections: ['ApiKeys', 'Connections', 'Folders'],
  redacting: ['Answer', 'History', 'Job', 'Receipt', 'Redact', 'Rule', 'TextColumn'],
  seeding: ['Job', 'Rule', 'Seed', 'SeedReason', 'SourceProblem'],
}
