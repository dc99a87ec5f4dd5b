'use client'

import { useFormatter, useTranslations } from 'use-intl'
import { humanSize } from '@/lib/text/human-size'
import type { RedactionReceipt } from '@/lib/store/redact-text'

/** What a redaction did, and the proof that the text is gone. */
export function Receipt({ receipt }: { receipt: RedactionReceipt }) {
  const t = useTranslations('Receipt')
  const format = useFormatter()
  /** The receipt says it in English, for whoever reads it over the API. */
  const inWords = (each: string) => {
    const key = `reach.${each}` as 'reach.exports'
    return t.has(key) ? t(key) : each
  }
  const { proof, compaction } = receipt
  const isGone = proof.placesLeft === 0 && proof.files.every((file) => file.found === 0)
  const rows = [
    [t('when'), format.dateTime(receipt.redactedAt, { dateStyle: 'long', timeStyle: 'long' })],
    [t('who'), receipt.redactedBy.id],
    [t('heads'), format.number(receipt.rewrittenHeads)],
    [t('versions'), format.number(receipt.emptiedVersions)],
    [t('remarks'), format.number(receipt.rewrittenRemarks)],
    [t('conversations'), format.number(receipt.rewrittenConversations)],
    [t('compaction'), compaction.isComplete ? t('complete') : (compaction.reason ?? '')],
    [t('placesLeft'), format.number(proof.placesLeft)],
  ]
  return (
    <section aria-labelledby="receipt" className="space-y-4">
      <div role="status">
        <h2 id="receipt" className="text-base font-semibold">
          {isGone ? t('gone') : t('notGone')}
        </h2>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-faint">{name}</dt>
            <dd className="break-all tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {proof.files.length === 0 ? null : (
        <table aria-label={t('files')} className="w-full">
          <thead>
            <tr className="border-b border-line text-left text-xs text-faint">
              <th className="py-1 font-medium">{t('file')}</th>
              <th className="py-1 text-right font-medium">{t('size')}</th>
              <th className="py-1 text-right font-medium">{t('found')}</th>
            </tr>
          </thead>
          <tbody>
            {proof.files.map((file) => (
              <tr key={file.name} className="border-b border-line">
                <td className="py-1 font-mono text-[13px]">{file.name}</td>
                <td className="py-1 text-right tabular-nums">{humanSize(file.bytes)}</td>
                <td className="py-1 text-right tabular-nums">{format.number(file.found)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div>
        <h3 className="font-medium">{t('notCovered')}</h3>
        <ul className="list-disc pl-5 text-faint">
          {receipt.notCovered.map((each) => (
            <li key={each}>{inWords(each)}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}
