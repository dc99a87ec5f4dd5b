import { useQuery } from '@tanstack/react-query'
import { ask } from '@/components/act/ask'
import type { Said } from './shown'

/** What an agent said in its session before it wrote at a time; of other writers that is not known. */
export const useSaid = (sessionId: string | null | undefined, at: Date) =>
  useQuery<Said>({
    queryKey: ['said', sessionId, +at],
    queryFn: ({ signal }) => ask<Said>(`/said?session=${sessionId}&before=${+at}`, signal),
    enabled: Boolean(sessionId),
  })
