import type { ReactNode } from 'react'
import { formats, texts } from '@/components/i18n/server-texts'
import type { Rejections } from '@/lib/review/model/metrics'

export interface RejectionsTableProps {
  label: string
  /** title of the first column */
  about: string
  rows: readonly (Rejections & { key: string; name: ReactNode })[]
}

/** Shows how many of the decisions were rejections. */
export async function RejectionsTable({ label, about, rows }: RejectionsTableProps) {
  const t = await texts()
  const format = await formats()
  return (
    <table aria-label={label} className="w-full">
      <thead>
        <tr className="border-b border-line text-left text-xs text-ink-3">
          <th className="py-1 font-medium">{about}</th>
          <th className="py-1 pl-3 text-right font-medium">{t('Digest.rejected')}</th>
          <th className="py-1 pl-3 text-right font-medium">{t('Digest.ofDecided')}</th>
          <th className="py-1 pl-3 text-right font-medium">{t('Digest.share')}</th>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {rows.map(({ key, name, decided, rejected }) => (
          <tr key={key} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-1 text-left font-normal wrap-anywhere">
              {name}
            </th>
            <td className="py-1 pl-3 text-right">{format.number(rejected)}</td>
            <td className="py-1 pl-3 text-right">{format.number(decided)}</td>
            <td className="py-1 pl-3 text-right font-semibold">
              {format.number(rejected / decided, { style: 'percent' })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
