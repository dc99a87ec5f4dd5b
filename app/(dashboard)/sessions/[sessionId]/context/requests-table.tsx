import { NumbersTable } from '@/components/context/numbers-table'
import { formats, texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import type { ContextRequest } from '@/lib/agent/context-history'
import { CONTEXT_PARTS, sumOf } from '@/lib/context/context-block'
import { inputTokens } from '@/lib/context/context-size'
import { contextAddress, type ShownContext } from './context-address'
import { newestRequests, requestName } from './newest-requests'
import { cacheShare } from './used-tokens'

/** The plots' numbers, the newest request first. */
export async function RequestsTable({
  sessionId,
  requests,
  shown,
  chosen,
  now,
}: {
  sessionId: string
  requests: readonly ContextRequest[]
  shown: ShownContext
  /** the number of the request that the page shows */
  chosen: number
  now: number
}) {
  const t = await texts()
  const format = await formats()
  const newest = newestRequests(requests).toReversed()
  return (
    <NumbersTable
      caption={t('Context.tokensTable')}
      head={[
        t('Context.request'),
        t('Context.time'),
        t('Context.total'),
        ...CONTEXT_PARTS.map((part) => t(`Context.part_${part}`)),
        t('Context.cacheShare'),
        t('Context.inputTokens'),
        t('Context.cacheReadTokens'),
        t('Context.cacheCreationTokens'),
        t('Context.outputTokens'),
      ]}
      rows={newest.map((request) => ({
        key: request.startId,
        isChosen: request.number === chosen,
        cells: [
          <Link
            key="name"
            href={contextAddress(sessionId, { ...shown, request: request.startId })}
            scroll={false}
            aria-current={request.number === chosen ? 'true' : undefined}
            className="hover:underline"
          >
            {requestName(t, request)}
          </Link>,
          <RelativeTime key="at" time={request.at} now={now} />,
          <strong key="total" className="font-semibold text-ink">
            {t(request.isMeasured ? 'Context.measured' : 'Context.guess', {
              tokens: sumOf(request.parts),
            })}
          </strong>,
          ...CONTEXT_PARTS.map((part) => format.number(request.parts[part])),
          inputTokens(request) === 0
            ? '–'
            : format.number(cacheShare(request), { style: 'percent' }),
          format.number(request.inputTokens),
          format.number(request.cacheReadTokens),
          format.number(request.cacheCreationTokens),
          format.number(request.outputTokens),
        ],
      }))}
    />
  )
}
