import { useQuery } from '@tanstack/react-query'
import type { CallChanges } from '@/lib/agent/call-changes'

/** What a call changed, or would change: as it is told by the server, not as the agent says it. */
export function useCallChanges({
  sessionId,
  eventId,
  state,
}: {
  sessionId: string
  eventId: string
  /** what is asked for; a call that was carried out is asked about anew, one that was denied stays as it was shown */
  state: 'proposed' | 'done' | 'denied'
}) {
  return useQuery({
    queryKey: ['call', sessionId, eventId, state === 'done' ? 'done' : 'proposed'],
    queryFn: async ({ signal }) => {
      const response = await fetch(`/sessions/${sessionId}/call?event=${eventId}`, { signal })
      if (!response.ok) throw new Error(String(response.status))
      return (await response.json()) as CallChanges
    },
    // What was decided stays; what is proposed depends on what others write meanwhile.
    staleTime: state === 'proposed' ? 0 : Infinity,
    refetchInterval: state === 'proposed' ? 5_000 : false,
  })
}
