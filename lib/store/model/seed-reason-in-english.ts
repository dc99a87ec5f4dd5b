import type { PathRule } from '@/lib/text/memory-path'
import { ruleInEnglish } from './rule-in-english'
import type { SeedReason } from './seed-reason'

/** A reason as a phrase to follow the path, for the API and the command line. */
export function seedReasonInEnglish(reason: SeedReason): string {
  switch (reason.code) {
    case 'not_regular_file':
      return 'not a regular file'
    case 'moved_while_read':
      return 'it was moved, or a link took its place, while it was read'
    case 'cannot_be_read':
      return `cannot be read (${reason.errno})`
    case 'own_data':
      return 'this server’s own data'
    case 'too_deep':
      return `lies deeper than ${reason.maximum} folders`
    case 'too_large_to_read':
      return `larger than ${reason.maximum} bytes`
    case 'name_not_utf8':
      return 'bad path: its name is not UTF-8'
    case 'encrypted':
      return 'encrypted'
    case 'damaged':
      return 'damaged'
    case 'packing_not_supported':
      return `packed with method ${reason.method}, which is not supported`
    case 'redacted_before_export':
      return 'redacted before it was exported'
    case 'not_committed':
      return 'not committed'
    case 'changes_not_committed':
      return 'as committed; its later changes are left out'
    case 'deletion_not_committed':
      return 'deleted, which is not committed'
    case 'twice':
      return 'the source has this path twice; the first one counts'
    case 'bad_path':
      return `bad path: it ${ruleInEnglish(reason satisfies PathRule)}`
    case 'too_large':
      return `too large: ${reason.size} bytes, the limit is ${reason.maximum}`
    case 'not_text':
      return 'not text'
    case 'store_full':
      return `the store may hold ${reason.maximum} ${reason.limit}`
    case 'former_not_taken':
      return `its content was not taken over under the name ${reason.from}`
    case 'not_chosen':
      return 'left out by the person who seeded'
    case 'holds_redacted':
      return `holds text that was redacted in this store on ${reason.on}`
    case 'redacted_here':
      return `a text was redacted here on ${reason.on}; the source may still hold it`
    case 'gone_and_changed':
      return 'gone from the source, and changed in the store'
    case 'changed_and_deleted':
      return 'changed in the source, and deleted in the store'
    case 'other_text':
      return 'the store has another text there'
    case 'same_lines':
      return 'changed in the source and in the store, in the same lines'
    case 'overlaps':
      return `overlaps ${reason.path}`
    case 'moved_in_store':
      return `renamed in the store; it is now at ${reason.path}`
    case 'deleted_in_store':
      return 'deleted in the store'
    case 'changed_meanwhile':
      return 'changed in the store while it was being seeded'
    case 'deleted_meanwhile':
      return 'deleted in the store while it was being seeded'
    case 'refused_by_policy':
      return `refused ${byRule(reason)}; it was not saved`
    case 'held_by_policy':
      return `held for review as ${reason.proposal}, ${byRule(reason)}; it is not saved yet`
    case 'masked_by_policy':
      return `saved with what was found in it masked, ${byRule(reason)}`
    case 'quarantined_by_policy':
      return `saved, but kept from agents until a person releases it, ${byRule(reason)}`
    case 'in_quarantine':
      return 'held for review and cannot be changed now'
    case 'history_not_asked_for':
      return 'not asked for'
    case 'store_is_newer':
      return 'the store has changes that are newer than the beginning of the history'
    case 'in_words':
      return reason.words
  }
}

const byRule = ({ rule }: { rule: string }) =>
  rule === 'default' ? 'as this store has it with what no rule matches' : `by the rule ${rule}`
