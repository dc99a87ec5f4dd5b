import type { ApiCall } from './api-call'
import { eventStream } from './event-stream'

/** Long work of one kind, as events tell it. */
export interface WorkEvents<Work> {
  id: string
  /** the work as it is, whenever there is news of it, until it is over */
  follow: (signal: AbortSignal) => AsyncIterable<Work>
  /** the name of the events, each of which tells a part as it is now */
  event: 'replay.sample' | 'cause.round' | 'bisection.step' | 'test.sample' | 'experiment.cell'
  /** its parts, in order; one that is told again has changed */
  parts: (work: Work) => readonly object[]
  /** its status once it is over; null: it is not */
  endedAs: (work: Work) => string | null
}

/**
 * Streams the parts of long work: those that there are, then each as it comes or changes, and `ended`
 * with its status. Ends with it. Who comes again is told everything again.
 */
export function workEventStream<Work>(
  { request, requestId }: Pick<ApiCall<unknown>, 'request' | 'requestId'>,
  { id, follow, event, parts, endedAs }: WorkEvents<Work>,
): Response {
  return eventStream(request.signal, requestId, async function* (signal) {
    const told: string[] = []
    for await (const now of follow(signal)) {
      for (const [index, part] of parts(now).entries()) {
        const data = { id, type: event, index, ...part }
        const json = JSON.stringify(data)
        if (told[index] === json) continue
        told[index] = json
        yield { event, data }
      }
      const status = endedAs(now)
      if (status !== null) yield { event: 'ended', data: { id, type: 'ended', status } }
    }
  })
}
