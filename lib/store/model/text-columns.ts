import { TEXTS } from '@/lib/db/tables'
import { FREE_TEXT_OF_SEED_REASON } from './seed-reason'

/**
 * Every column that can hold text which a person or an agent wrote, as `prisma/models` say it
 * (prisma/models/schema.prisma). Redaction and compaction follow this list.
 */

/** The encoding of a text in a column. */
export type TextFormat =
  /** as it is */
  | 'text'
  /** as it is, on one line: a name */
  | 'line'
  /** the directory of an attached store, derived from its name (lib/text/mount-name.ts) */
  | 'mount'
  /**
   * as JSON. `free`: paths of the free-text fields; the others hold ids and enum values, which a
   * redaction must not touch. `all`: every string, including field names
   */
  | { json: 'all' | readonly string[] }

type Declared = (typeof TEXTS)[number]

/** The free-text fields of a session's settings. */
const SETTINGS = [
  'instructions',
  'memoryPrompt',
  'onlyTopic',
  'context.compaction.instructions',
  'context.clearing.toolUses.excludeTools',
  'context.clearing.toolUses.clearToolInputs',
]

/** The free-text fields of a session's events and queued messages (lib/agent/session-event.ts). */
const EVENT_BODY = [
  'texts',
  'denyMessage',
  'text',
  'thinking',
  'input',
  'malformedInput',
  'content',
  'error.message',
  'stopReason.explanation',
  ...SETTINGS.map((path) => `settings.${path}`),
  'instructions',
  'summary',
  'restored.text',
  'restored.shownPath',
  'kept',
  'message',
  'block.content',
]

type JsonPlace = Extract<Declared, { format: 'json' }>['place']

/** The free-text fields of JSON values, which no model says. */
const FREE_TEXT: Record<JsonPlace, 'all' | readonly string[]> = {
  'connections.unwatched': ['files.path', 'faults.named.path', 'faults.named.about'],
  'experiment_samples.answer': [
    'texts',
    'calls.input',
    'changes.path',
    'changes.before',
    'changes.after',
  ],
  'experiments.instructions': 'all',
  // The report of an import (lib/transfer/seed-report.ts).
  'jobs.result': [
    'source',
    'history.reason',
    'history.authors',
    'entries.path',
    'outside.path',
    'entries.reason',
    ...FREE_TEXT_OF_SEED_REASON.map((field) => `entries.why.${field}`),
  ],
  'memory_stores.metadata': 'all',
  // Globs are made of paths, which may hold anything.
  'memory_test_samples.answer': [
    'texts',
    'calls.input',
    'changes.path',
    'changes.before',
    'changes.after',
  ],
  'memory_tests.checks': [
    'checks.text',
    'checks.pattern',
    'checks.inputPattern',
    'checks.question',
  ],
  'memory_tests.messages': 'all',
  'memory_tests.paths': 'all',
  'policy_revisions.policy': ['rules.match.paths', 'rules.why'],
  'proposals.command': ['path', 'content', 'input', 'mountName'],
  'queued_messages.body': EVENT_BODY,
  'replay_samples.answer': [
    'texts',
    'calls.input',
    'changes.path',
    'changes.before',
    'changes.after',
  ],
  'replays.input': ['check', 'checks'].flatMap((place) => [
    `${place}.text`,
    `${place}.pattern`,
    `${place}.inputPattern`,
    `${place}.question`,
  ]),
  'seed_left_outs.reason': FREE_TEXT_OF_SEED_REASON,
  'session_events.body': EVENT_BODY,
  'sessions.draft': ['text'],
  'sessions.metadata': 'all',
  'sessions.settings': SETTINGS,
  'sessions.stop_reason': ['explanation'],
}

/** A column whose texts are replaced in place. */
export interface TextColumn {
  table: string
  column: string
  format: TextFormat
}

function textColumns(holds: Declared['holds']): TextColumn[] {
  return TEXTS.filter((declared) => declared.holds === holds).map((declared) => {
    const { table, column, format } = declared
    return {
      table,
      column,
      format: format === 'json' ? { json: FREE_TEXT[declared.place] } : format,
    }
  })
}

/** Remarks on memories: the redacted text is replaced in place. */
export const REMARK_COLUMNS = textColumns('remark')

/**
 * Columns of sessions, such as their events and titles: replaced in place, and their runs reload
 * them.
 */
export const CONVERSATION_COLUMNS = textColumns('conversation')

/** The tables whose rows a redaction empties or rewrites: they are compacted. */
export const TABLES_WITH_TEXT: readonly string[] = [...new Set(TEXTS.map(({ table }) => table))]
