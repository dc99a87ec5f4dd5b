import type { ContentRule } from '@/lib/text/content'
import type { PathRule } from '@/lib/text/memory-path'

/** What an input can be called: as the API names it. Each face has its own label for it. */
export const INPUT_FIELDS = [
  // of stores and memories
  'body',
  'content',
  'description',
  'from',
  'limit',
  'metadata',
  'name',
  'new_path',
  'path',
  'q',
  'replacement',
  'settings',
  'text',
  // of sessions
  'approval',
  'context',
  'event',
  'instructions',
  'keepTidy',
  'maxRequests',
  'maxTokens',
  'memoryPrompt',
  'model',
  'onlyTopic',
  'stores',
  'summary',
  'thinking',
  'title',
  'toolSet',
] as const

export type InputField = (typeof INPUT_FIELDS)[number]

/** A field, or a part of one: `settings.maxContentBytes`, `metadata.team`. */
export type InputPart = InputField | `${InputField}.${string}`

/** The kind of value that was asked for. */
export type ExpectedType = 'string' | 'number' | 'boolean' | 'list' | 'object'

/** The rule that an input breaks, with its limits. Lengths count characters. */
export type InputRule =
  | PathRule
  | ContentRule
  | { rule: 'missing' }
  | { rule: 'wrong_type'; expected: ExpectedType }
  /** `values`: all that there are, with commas between them */
  | { rule: 'not_one_of'; values: string }
  /** For what has no better rule. */
  | { rule: 'not_valid' }
  | { rule: 'empty' }
  | { rule: 'too_long'; maximum: number }
  /** NUL, or a lone surrogate. */
  | { rule: 'not_unicode_text' }
  | { rule: 'control_characters' }
  /** No line is long enough to be searched for. */
  | { rule: 'too_short_to_find'; minimum: number }
  | { rule: 'not_whole_number' }
  | { rule: 'too_small'; minimum: number }
  | { rule: 'too_large'; maximum: number }
  | { rule: 'too_few_tokens'; minimum: number }
  | { rule: 'too_many'; maximum: number }
  | { rule: 'empty_key' }
  | { rule: 'key_too_long'; maximum: number }
  | { rule: 'too_many_pairs'; maximum: number }
  /** A change of a memory that changes nothing. */
  | { rule: 'neither_content_nor_path' }
  /** A redaction would write what it is to remove. */
  | { rule: 'contains_redacted_text' }
  | { rule: 'store_twice' }
  | { rule: 'not_a_call_of_this_session' }
  | { rule: 'not_a_model_name' }
  | { rule: 'not_tool_names' }
  | { rule: 'not_a_percentage' }
  /** Thresholds of a context. */
  | { rule: 'not_ascending' }

/** A part of an input, and what is wrong with it. */
export type InvalidInput = { field: InputPart } & InputRule
