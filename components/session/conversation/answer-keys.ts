import { isTextInput } from '@/components/ui/is-text-input'
import { isInForm } from '@/components/ui/page-key'

/** A person's answer to a call that waits, as its key says it. */
export type KeyedAnswer = 'allow' | 'allowRest' | 'edit' | 'deny'

/** The parts of a keyboard event that decide on an answer. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'shiftKey' | 'metaKey' | 'ctrlKey' | 'altKey' | 'target'
>

/**
 * The answer that a key gives: `a`, `e`, `r` and `A` outside of forms; with ⌘ or Ctrl, Enter also from
 * the session's message field while nothing is written there.
 * A letter typed into an empty field begins a message, so it answers nothing. Null: none.
 */
export function answerOf(press: KeyPress, messageField: HTMLElement | null): KeyedAnswer | null {
  if (press.altKey) return null
  const isWithModifier = press.metaKey || press.ctrlKey
  const isElsewhere = isTextInput(press.target) || isInForm(press.target)
  if (isElsewhere && !(isWithModifier && isEmpty(press.target, messageField))) return null
  if (!isWithModifier) return LETTERS[press.key] ?? null
  return press.key === 'Enter' && !press.shiftKey ? 'allow' : null
}

const LETTERS: Readonly<Record<string, KeyedAnswer>> = {
  a: 'allow',
  A: 'allowRest',
  e: 'edit',
  r: 'deny',
}

function isEmpty(target: EventTarget | null, messageField: HTMLElement | null): boolean {
  return (
    target === messageField && target instanceof HTMLTextAreaElement && target.value.trim() === ''
  )
}
