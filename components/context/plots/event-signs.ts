/** Signs for a context's events, beside a plot and in it: the same in every language. */
export const EVENT_SIGNS = { clearing: '◆', compaction: '▼', failure: '✕' }
