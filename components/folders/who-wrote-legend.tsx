import { texts } from '@/components/i18n/server-texts'
import { ConfidenceSign } from './confidence-sign'

/** Explains the signs of who wrote. */
export async function WhoWroteLegend() {
  const t = await texts()
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-xs text-ink-2">
      {t('Folders.whoWrote')}
      {(['exact', 'likely', 'unknown'] as const).map((each) => (
        <span key={each} className="flex items-center gap-1.5">
          <ConfidenceSign confidence={each} />
          {t(`Folders.${each}`)}
        </span>
      ))}
    </p>
  )
}
