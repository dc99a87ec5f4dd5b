'use client'

import { PanelLeft } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { SIDEBAR_COOKIE, type SidebarWidth } from './sidebar-width'

const YEAR_SECONDS = 365 * 24 * 3600

/** Folds the sidebar to a rail and back; the choice is kept in a cookie. */
export function SidebarToggle() {
  const t = useTranslations('Nav')
  return (
    <Button
      variant="quiet"
      size="small-icon"
      aria-label={t('toggle')}
      title={t('toggle')}
      onClick={toggle}
    >
      <PanelLeft size={15} aria-hidden />
    </Button>
  )
}

/** Set on the element itself: which width a page suggests is known to the style sheet alone. */
function toggle() {
  const shell = document.querySelector<HTMLElement>('.shell')
  const sidebar = shell?.querySelector('.sidebar')
  if (!shell || !sidebar) return
  const width: SidebarWidth = sidebar.clientWidth < 100 ? 'wide' : 'rail'
  shell.dataset.sidebar = width
  document.cookie = `${SIDEBAR_COOKIE}=${width}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}
