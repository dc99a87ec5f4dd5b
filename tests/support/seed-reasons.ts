import type { SeedReason } from '@/lib/store/model/seed-reason'

type Code = SeedReason['code']

/** Every kind of reason; a missing kind is a compile error. */
const EXAMPLES: { [Each in Code]: Extract<SeedReason, { code: Each }> } = {
  not_regular_file: { code: 'not_regular_file' },
  moved_while_read: { code: 'moved_while_read' },
  cannot_be_read: { code: 'cannot_be_read', errno: 'EACCES' },
  own_data: { code: 'own_data' },
  too_deep: { code: 'too_deep', maximum: 25 },
  too_large_to_read: { code: 'too_large_to_read', maximum: 10_485_760 },
  name_not_utf8: { code: 'name_not_utf8' },
  encrypted: { code: 'encrypted' },
  damaged: { code: 'damaged' },
  packing_not_supported: { code: 'packing_not_supported', method: 12 },
  redacted_before_export: { code: 'redacted_before_export' },
  not_committed: { code: 'not_committed' },
  changes_not_committed: { code: 'changes_not_committed' },
  holds_redacted: { code: 'holds_redacted', on: '2026-11-26' },
  redacted_here: { code: 'redacted_here', on: '2026-11-26' },
  deletion_not_committed: { code: 'deletion_not_committed' },
  twice: { code: 'twice' },
  bad_path: { code: 'bad_path', rule: 'control_or_format_characters', found: 'U+200B' },
  too_large: { code: 'too_large', size: 1001, maximum: 1000 },
  not_text: { code: 'not_text' },
  store_full: { code: 'store_full', limit: 'memories', maximum: 500 },
  former_not_taken: { code: 'former_not_taken', from: '/former.md' },
  not_chosen: { code: 'not_chosen' },
  gone_and_changed: { code: 'gone_and_changed' },
  changed_and_deleted: { code: 'changed_and_deleted' },
  other_text: { code: 'other_text' },
  same_lines: { code: 'same_lines' },
  overlaps: { code: 'overlaps', path: '/other.md' },
  moved_in_store: { code: 'moved_in_store', path: '/other.md' },
  deleted_in_store: { code: 'deleted_in_store' },
  changed_meanwhile: { code: 'changed_meanwhile' },
  deleted_meanwhile: { code: 'deleted_meanwhile' },
  refused_by_policy: { code: 'refused_by_policy', rule: 'rule_1' },
  held_by_policy: { code: 'held_by_policy', rule: 'rule_1', proposal: 'prop_1' },
  masked_by_policy: { code: 'masked_by_policy', rule: 'rule_1' },
  quarantined_by_policy: { code: 'quarantined_by_policy', rule: 'rule_1' },
  in_quarantine: { code: 'in_quarantine' },
  history_not_asked_for: { code: 'history_not_asked_for' },
  store_is_newer: { code: 'store_is_newer' },
  in_words: { code: 'in_words', words: 'not text' },
}

export const SEED_REASONS: readonly SeedReason[] = Object.values(EXAMPLES)

/**
 * The facts that words for the reason must show; which limit and which rule have their own words.
 */
export function factsShown(reason: SeedReason): string[] {
  return Object.entries<string | number>(reason).flatMap(([name, fact]) =>
    ['code', 'rule', 'limit'].includes(name) ? [] : [String(fact)],
  )
}
