import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { isNothingFocused } from '@/components/keys/page-key'
import { Button } from './button'

export interface DialogWindowProps {
  title: string
  description?: ReactNode
  /** `side`: over the page's right side, on a phone over all of it; its parts are as wide as it is */
  look?: keyof typeof LOOKS
  onClose: () => void
  children: ReactNode
}

const LOOKS = {
  window:
    'top-[10vh] left-1/2 max-h-[80vh] w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 rounded-dialog scroll-pb-20 bg-raised p-5 max-md:top-4 max-md:max-h-[calc(100dvh-2rem)]',
  side: 'inset-y-0 right-0 w-[min(40rem,100vw)] bg-sheet pt-4 *:[h2,p]:px-5',
} as const

/** The window of a dialog that is open. */
export function DialogWindow({
  title,
  description,
  look = 'window',
  onClose,
  children,
}: DialogWindowProps) {
  const t = useTranslations('Common')
  const giveFocusBack = useFocusBack()
  return (
    <Primitive.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-black/35 backdrop-blur-[1px]" />
        <Primitive.Content
          onCloseAutoFocus={giveFocusBack}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          // Its own way hears Escape only while it is the newest layer, which a toast may be.
          onKeyDown={({ key, defaultPrevented }) => {
            if (key === 'Escape' && !defaultPrevented) onClose()
          }}
          className={`fixed z-50 overflow-auto shadow-e-3 ${LOOKS[look]}`}
        >
          <Primitive.Title className="pr-10 text-title font-semibold wrap-anywhere">
            {title}
          </Primitive.Title>
          {description === undefined ? null : (
            <Primitive.Description className="mt-1 text-ink-2">{description}</Primitive.Description>
          )}
          <div className="mt-4">{children}</div>
          {/* Last, so that the focus begins with what is asked. */}
          <Primitive.Close asChild>
            <Button label={t('close')} className="absolute top-4 right-4" Icon={X} />
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/**
 * Returns an `onCloseAutoFocus` for a dialog without a trigger of its own: it returns the focus to
 * the element that had it when the dialog was first rendered. Otherwise Radix looks for the
 * trigger, finds none, and focuses nothing. If that element is gone, or nothing had the focus, the
 * page's content gets it. What took the focus meanwhile keeps it: a field of the page that the dialog
 * led to.
 */
export function useFocusBack(): (event: Event) => void {
  const [openers] = useState(openersNow)
  return (event) => {
    event.preventDefault()
    if (isTaken()) return
    openers.find((opener) => opener.isConnected)?.focus()
    if (document.activeElement === document.body) focusMain()
  }
}

/** Returns whether something that was not there for the dialog has the focus. */
function isTaken(): boolean {
  return !isNothingFocused() && document.activeElement?.matches('[role="dialog"]') !== true
}

/** Focuses the page's content, after a navigation. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}

let last: HTMLElement | null = null

/**
 * The focused element; if it is in a dialog, which may close for this one, also what opened that.
 */
function openersNow(): HTMLElement[] {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) return []
  if (active.closest('[role="dialog"]')) return last ? [active, last] : [active]
  last = active
  return [active]
}
