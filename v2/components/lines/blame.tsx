import { useTranslations } from 'next-intl'
import type { AgeStep } from '@/components/history/ink'
import { BlameGutter, type GutterProps } from './blame-gutter'
import type { Line } from './line'
import { LineRows } from './lines'
import { LineMarks } from './marks-on-demand'

/** Lines that one version wrote, as the blame of a memory shows them. */
export interface BlamedLines extends Omit<GutterProps, 'address'> {
  ink: AgeStep
  lines: Line[]
}

export interface BlameProps {
  groups: readonly BlamedLines[]
  /** of the memory: a version is named behind it */
  address: string
}

/** Each line beside the age and the writer of what it says; hover or focus tells more. */
export function Blame({ groups, address }: BlameProps) {
  const t = useTranslations('Blame')
  return (
    <LineMarks>
      <ul aria-label={t('label')} className="blame py-2">
        {groups.map(({ ink, lines, ...gutter }) => (
          <li key={gutter.line}>
            <div className="blame-gutter">
              <span
                aria-hidden
                className="absolute inset-y-px left-2 w-1 rounded-xs max-md:left-1"
                style={{ background: `var(--age-${ink})` }}
              />
              <BlameGutter address={address} {...gutter} />
            </div>
            <LineRows lines={lines} layout="text" hasAddress />
          </li>
        ))}
      </ul>
    </LineMarks>
  )
}
