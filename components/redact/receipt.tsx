'use client'

import { useFormatter, useTranslations } from 'use-intl'
import { Link } from '@/components/ui/link'
import { shownSize } from '@/lib/text/shown-size'
import type { PlaceLeft, RedactionReceipt } from '@/lib/store/model/redaction-receipt'

/** What a redaction did, and the proof that the text is gone. */
export function Receipt({ receipt }: { receipt: RedactionReceipt }) {
  const t = useTranslations('Receipt')
  const format = useFormatter()
  /** The receipt is in English, for readers over the API. */
  const inWords = (each: string) => {
    const key = `reach.${each}` as 'reach.exports'
    return t.has(key) ? t(key) : each
  }
  const { proof, compaction } = receipt
  const files = proof?.files ?? []
  const isGone = proof?.placesLeft === 0 && files.every((file) => file.found === 0)
  const outcome = proof === null ? 'stopped' : isGone ? 'gone' : 'notGone'
  const rows = [
    [t('when'), format.dateTime(receipt.redactedAt, { dateStyle: 'long', timeStyle: 'long' })],
    [t('who'), receipt.redactedBy.id],
    [t('heads'), format.number(receipt.rewrittenMemories)],
    [t('versions'), format.number(receipt.rewrittenVersions)],
    [t('emptied'), format.number(receipt.emptiedVersions)],
    [t('remarks'), format.number(receipt.rewrittenRemarks)],
    [t('conversations'), format.number(receipt.rewrittenConversations)],
    [t('compaction'), compaction.isComplete ? t('complete') : (compaction.reason ?? '')],
    ...(receipt.runsNotReached > 0
      ? [[t('runsNotReached'), format.number(receipt.runsNotReached)]]
      : []),
    ...(proof ? [[t('placesLeft'), format.number(proof.placesLeft)]] : []),
  ]
  return (
    <section aria-labelledby="receipt" className="space-y-4">
      <div role="status">
        <h2 id="receipt" className="text-base font-semibold">
          {t(outcome)}
        </h2>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="break-all tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {proof && proof.left.length > 0 ? <Left left={proof.left} /> : null}
      {files.length === 0 ? null : (
        <table aria-label={t('files')} className="w-full">
          <thead>
            <tr className="border-b border-line text-left text-xs text-ink-3">
              <th className="py-1 font-medium">{t('file')}</th>
              <th className="py-1 text-right font-medium">{t('size')}</th>
              <th className="py-1 text-right font-medium">{t('found')}</th>
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <tr key={file.name} className="border-b border-line">
                <td className="py-1 font-mono text-sm">{file.name}</td>
                <td className="py-1 text-right tabular-nums">{shownSize(file.bytes)}</td>
                <td className="py-1 text-right tabular-nums">{format.number(file.found)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div>
        <h3 className="font-medium">{t('notCovered')}</h3>
        <ul className="list-disc pl-5 text-ink-3">
          {receipt.notCovered.map((each) => (
            <li key={each}>{inWords(each)}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** The first few hits that remain. */
function Left({ left }: { left: readonly PlaceLeft[] }) {
  const t = useTranslations('Receipt')
  return (
    <div>
      <h3 className="font-medium">{t('left')}</h3>
      <ul className="list-disc pl-5">
        {left.map((place, index) => (
          <li key={index}>
            {place.kind === 'memory' ? (
              <Link
                href={`/stores/${place.storeId}?memory=${place.memoryId}`}
                className="text-accent hover:underline"
              >
                {t('leftMemory', { versions: place.versions })}
              </Link>
            ) : (
              t('leftColumn', { place: place.place, values: place.values })
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
