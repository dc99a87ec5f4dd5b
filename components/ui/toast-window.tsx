'use client'

import { CircleCheck, X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { useTranslations } from 'use-intl'
import { Button } from './button'
import type { ShownToast } from './toast-message'

const SHOWN_MS = 8_000

export interface ToastWindowProps {
  toasts: readonly ShownToast[]
  onClose: (id: number) => void
}

/** Escape is for what has the focus: a toast that came after a dialog leaves it to the dialog. */
function keepUnlessFocused(event: KeyboardEvent): void {
  const isOnToast = event.target instanceof Element && event.target.closest('.toast') !== null
  if (!isOnToast) event.preventDefault()
}

/** The toasts at the foot of the window; F8 leads there. */
export function ToastWindow({ toasts, onClose }: ToastWindowProps) {
  const t = useTranslations('App')
  return (
    <Primitive.Provider duration={SHOWN_MS} label={t('notice')}>
      {toasts.map(({ id, text, undo }) => (
        <Primitive.Root
          key={id}
          onOpenChange={(isOpen) => isOpen || onClose(id)}
          onEscapeKeyDown={keepUnlessFocused}
          className="toast flex items-center gap-2 rounded-card bg-raised py-1.5 pr-1.5 pl-3 shadow-e-2"
        >
          <CircleCheck size={15} aria-hidden className="shrink-0 text-added" />
          <Primitive.Description className="min-w-0 flex-1 break-words">
            {text}
          </Primitive.Description>
          {undo ? (
            <Primitive.Action altText={t('undo')} asChild>
              <Button variant="quiet" size="small" onClick={undo}>
                {t('undo')}
              </Button>
            </Primitive.Action>
          ) : null}
          <Primitive.Close asChild>
            <Button variant="quiet" size="small-icon" aria-label={t('close')}>
              <X size={14} aria-hidden />
            </Button>
          </Primitive.Close>
        </Primitive.Root>
      ))}
      {/* Above what stands at a page's foot: its keys, and a time bar, a tray or a message field. */}
      <Primitive.Viewport className="fixed right-4 bottom-28 z-50 grid w-[min(24rem,calc(100vw-2rem))] gap-2 max-md:bottom-[calc(var(--tab-bar)+6rem)]" />
    </Primitive.Provider>
  )
}
