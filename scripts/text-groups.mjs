/**
 * The texts that scripts show, by where they are shown (components/i18n/*-texts.tsx): the browser
 * gets those of the frame and of the page that it is on. What only the server renders is in none.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const TEXT_GROUPS = {
  frame: ['App', 'Fault', 'Guide', 'Nav', 'Sessions'],
  palette: ['Keys', 'Palette'],
  lists: ['Activity', 'NewStore', 'Search', 'Welcome'],
  store: ['Diff', 'History', 'Live', 'Memory', 'Overview', 'Store', 'Time', 'Tree'],
  changing: [
    'Changes',
    'Edit',
    'Merge',
    'NewStore',
    'Problem',
    'Restore',
    'RestoreStore',
    'StoreSettings',
    'Undo',
  ],
  sessions: [
    'Approval',
    'Call',
    'Changes',
    'Cleared',
    'CompactDialog',
    'Compaction',
    'ContextSettings',
    'Diff',
    'Gauge',
    'LiveMemory',
    'Memory',
    'NewSession',
    'Reminder',
    'Restored',
    'Session',
    'SessionHeader',
    'StoreChoice',
  ],
  context: ['Context', 'ContextOverview'],
  review: ['Review'],
  acts: [
    'Answer',
    'History',
    'Job',
    'Receipt',
    'Redact',
    'Rule',
    'SourceProblem',
    'Seed',
    'SeedReason',
    'TextColumn',
  ],
}
