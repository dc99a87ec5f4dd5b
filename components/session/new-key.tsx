'use client'

import { useRouter } from 'next/navigation'
import { useKey } from '@/components/keys/use-key'

/** N leads to a new session. */
export function NewSessionKey({ words }: { words: string }) {
  const router = useRouter()
  useKey('n', words, () => router.push('/sessions/new'), { bar: true })
  return null
}
