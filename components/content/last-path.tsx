import { VisiblePath } from './visible-path'
import { texts } from '@/components/i18n/server-texts'

/** Shows the current path of a memory, or the last one of a deleted memory, marked as such. */
export async function LastPath({ path, isDeleted }: { path: string | null; isDeleted: boolean }) {
  const t = await texts()
  if (path === null) return t('Review.noPath')
  return (
    <>
      <VisiblePath path={path} />
      {isDeleted ? <span className="font-sans text-ink-3"> · {t('Review.deleted')}</span> : null}
    </>
  )
}
