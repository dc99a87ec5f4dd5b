import type { PathRule } from '@/lib/text/memory-path'

/**
 * The reason that something in a source was not simply imported, with its facts. Sizes in bytes.
 */
export type SeedReason =
  // what the source could not provide
  | { code: 'not_regular_file' }
  | { code: 'moved_while_read' }
  /** `errno`: the operating system's code, such as `EACCES` */
  | { code: 'cannot_be_read'; errno: string }
  /** this server's own data */
  | { code: 'own_data' }
  /** `maximum`: the most folders above it */
  | { code: 'too_deep'; maximum: number }
  | { code: 'too_large_to_read'; maximum: number }
  | { code: 'name_not_utf8' }
  | { code: 'encrypted' }
  | { code: 'damaged' }
  /** `method`: the zip's compression method number */
  | { code: 'packing_not_supported'; method: number }
  | { code: 'redacted_before_export' }
  | { code: 'not_committed' }
  /** its committed text was taken, or is there already */
  | { code: 'changes_not_committed' }
  | { code: 'deletion_not_committed' }
  /** a repeated path; the first one counts */
  | { code: 'twice' }
  // what cannot be a memory
  | ({ code: 'bad_path' } & PathRule)
  | { code: 'too_large'; size: number; maximum: number }
  | { code: 'not_text' }
  | { code: 'store_full'; limit: 'memories' | 'bytes' | 'versions'; maximum: number }
  /** renamed from a path whose content was not imported either */
  | { code: 'former_not_taken'; from: string }
  /** a person who saw the plan left it out */
  | { code: 'not_chosen' }
  // what may come back; `on`: the day, in UTC
  /** the source's text holds one that was redacted in the store */
  | { code: 'holds_redacted'; on: string }
  /** a text was redacted at its path, and the source was not taken there since */
  | { code: 'redacted_here'; on: string }
  // what the store contains
  | { code: 'gone_and_changed' }
  | { code: 'changed_and_deleted' }
  | { code: 'other_text' }
  | { code: 'same_lines' }
  | { code: 'overlaps'; path: string }
  /** `path`: where its memory is now */
  | { code: 'moved_in_store'; path: string }
  | { code: 'deleted_in_store' }
  | { code: 'changed_meanwhile' }
  | { code: 'deleted_meanwhile' }
  // what the store's policy made of an agent's import; `rule` 'default': what no rule matches
  | { code: 'refused_by_policy'; rule: string }
  /** `proposal`: its id */
  | { code: 'held_by_policy'; rule: string; proposal: string }
  | { code: 'masked_by_policy'; rule: string }
  | { code: 'quarantined_by_policy'; rule: string }
  /** agents may not change what is there */
  | { code: 'in_quarantine' }
  // why a history is not imported
  | { code: 'history_not_asked_for' }
  | { code: 'store_is_newer' }
  /** in English, as stored by versions of Palimpsest before these codes */
  | { code: 'in_words'; words: string }

/** The fields that can contain text of people and agents, for redactions. */
export const FREE_TEXT_OF_SEED_REASON = ['from', 'path', 'words']
