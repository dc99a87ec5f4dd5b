import { CircleAlert, DatabaseZap, SearchX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { plainText } from '@/lib/text/visible-text'
import { useFault } from '@/components/live/fault'
import { useLiveState } from '@/components/live/follow'
import { Page } from './page'
import { ALL_SECTIONS, isIn } from './sections'

export interface FailedProps {
  /** `digest`: of the error in the server's log */
  error: Error & { digest?: string }
  retry: () => void
}

/**
 * In place of a page that failed: the frame stays, what is safe is said first, and one can try again.
 * With the database or the server away it says so, and comes back by itself, from a newer server, too.
 */
export function Failed({ error: { digest }, retry }: FailedProps) {
  const t = useTranslations('Frame')
  const ofFault = useTranslations('Faults')
  const fault = useFault(retry)
  const { state } = useLiveState()
  // Nothing is typed here that would be lost.
  useEffect(() => {
    if (state === 'outdated') window.location.reload()
  }, [state])
  const words = fault !== null && ofFault.has(fault as never) ? ofFault(fault as never) : null
  return (
    <Page kind="index">
      <div className="pt-[12vh]">
        <Empty
          Icon={fault === null ? CircleAlert : DatabaseZap}
          title={
            <div role="alert">
              <h1>{words ?? t('error')}</h1>
            </div>
          }
          acts={
            <>
              <Button variant="primary" onClick={retry}>
                {t('tryAgain')}
              </Button>
              <ButtonLink href="/stores">{t('allStores')}</ButtonLink>
            </>
          }
        >
          {fault === null ? <p>{t('errorSafe')}</p> : <p role="status">{ofFault('comesBack')}</p>}
          {digest === undefined ? null : (
            <p className="mt-2 text-xs text-ink-3">{t('errorNumber', { digest })}</p>
          )}
        </Empty>
      </div>
    </Page>
  )
}

/** In place of a page, a store or a memory that is not there. */
export function Missing() {
  const t = useTranslations('Frame')
  const pathname = usePathname()
  const section = ALL_SECTIONS.find((each) => isIn(each, pathname))
  return (
    <Page kind="index" name={t('notFound')}>
      <div className="pt-[12vh]">
        <Empty
          Icon={SearchX}
          title={<h1>{t('notFound')}</h1>}
          acts={
            <ButtonLink href={section?.href ?? '/stores'} variant="primary">
              {t(section?.name ?? 'allStores')}
            </ButtonLink>
          }
        >
          <p>{t('notFoundWhy')}</p>
          <code className="mt-1 block max-w-full truncate text-xs text-ink-3">
            {plainText(readable(pathname))}
          </code>
        </Empty>
      </div>
    </Page>
  )
}

/** Decodes a path for reading; a broken one stays as it is. */
function readable(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}
