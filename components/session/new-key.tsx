'use client'

import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { useKey } from '@/components/keys/use-key'
import { messages } from './drafts'

/**
 * The key that leads to a new session. Until its page is there, what is typed on is its first message:
 * the letters would be lost, and on the page that is left they are keys that decide.
 */
export function NewSessionKey({ label }: { label: string }) {
  const router = useRouter()
  const [isLeaving, leave] = useTransition()
  const text = messages.useDraft('') ?? ''
  useKey('n', label, () => leave(() => router.push('/sessions/new')), { bar: true })
  if (!isLeaving) return null
  return (
    <textarea
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is asked for by the key
      autoFocus
      aria-label={label}
      value={text}
      onChange={({ target }) => messages.keep('', target.value || null)}
      className="fixed top-0 size-px opacity-0"
    />
  )
}
