import type { PathRule } from '@/lib/text/memory-path'

/** Why something of a source was not simply taken over, with its facts. Sizes in bytes. */
export type SeedReason =
  // what the source could not give
  | { code: 'not_regular_file' }
  | { code: 'moved_while_read' }
  /** `errno`: the machine's word for it, such as `EACCES` */
  | { code: 'cannot_be_read'; errno: string }
  /** of this server */
  | { code: 'own_data' }
  /** `maximum`: folders above it */
  | { code: 'too_deep'; maximum: number }
  | { code: 'too_large_to_read'; maximum: number }
  | { code: 'name_not_utf8' }
  | { code: 'encrypted' }
  | { code: 'damaged' }
  /** `method`: the zip's number of it */
  | { code: 'packing_not_supported'; method: number }
  | { code: 'redacted_before_export' }
  | { code: 'not_committed' }
  | { code: 'deletion_not_committed' }
  /** the path comes again, and the first one counts */
  | { code: 'twice' }
  // what no memory may be
  | ({ code: 'bad_path' } & PathRule)
  | { code: 'too_large'; size: number; maximum: number }
  | { code: 'not_text' }
  | { code: 'store_full'; limit: 'memories' | 'bytes' | 'versions'; maximum: number }
  /** renamed from a path whose content was not taken over either */
  | { code: 'former_not_taken'; from: string }
  // what the store holds
  | { code: 'gone_and_changed' }
  | { code: 'changed_and_deleted' }
  | { code: 'other_text' }
  | { code: 'same_lines' }
  | { code: 'overlaps'; path: string }
  | { code: 'changed_meanwhile' }
  | { code: 'deleted_meanwhile' }
  // why a history is not taken over
  | { code: 'history_not_asked_for' }
  | { code: 'store_is_newer' }
  /** as a version of Palimpsest before these codes wrote it down, in English */
  | { code: 'in_words'; words: string }

/** The fields that can hold what people and agents wrote, for redactions. */
export const FREE_TEXT_OF_SEED_REASON = ['from', 'path', 'words']
