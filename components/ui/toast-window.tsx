import { CircleCheck, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Toast as Primitive } from 'radix-ui'
import { useRef } from 'react'
import { Kbd } from '@/components/keys/kbd'
import { Button } from './button'
import type { ShownToast } from './toast'

const SHOWN_MS = 8_000

export interface ToastWindowProps {
  toasts: readonly ShownToast[]
  /** the one that Z undoes */
  newest: ShownToast | undefined
  undo: (toast: ShownToast) => void
  close: (id: number) => void
}

/** Escape is for what has the focus: a toast leaves it to the page, or to a dialog that it came after. */
const isElsewhere = ({ target }: KeyboardEvent): boolean =>
  !(target instanceof Element) || target.closest('.toast') === null

/** The toasts at the foot of the window; F8 leads there, and Z undoes the newest. */
export function ToastWindow({ toasts, newest, undo, close }: ToastWindowProps) {
  const t = useTranslations('Common')
  const isEscapeElsewhere = useRef(false)
  const closed = (id: number) => {
    if (!isEscapeElsewhere.current) close(id)
    isEscapeElsewhere.current = false
  }
  return (
    <Primitive.Provider duration={SHOWN_MS} label={t('notice')}>
      {toasts.map((toast) => (
        <Primitive.Root
          key={toast.id}
          open
          onOpenChange={(isOpen) => isOpen || closed(toast.id)}
          onEscapeKeyDown={(event) => void (isEscapeElsewhere.current = isElsewhere(event))}
          className="toast flex items-center transition duration-(--m-2) ease-ink starting:translate-y-2 starting:opacity-0 gap-2 rounded-card bg-raised py-1.5 pr-1.5 pl-3 shadow-e-2"
        >
          <CircleCheck size={15} aria-hidden className="shrink-0 text-added" />
          <Primitive.Description className="min-w-0 flex-1 break-words">
            {toast.text}
          </Primitive.Description>
          {toast.undo ? (
            <Primitive.Action altText={t('undo')} asChild>
              <Button
                variant="quiet"
                size="small"
                aria-keyshortcuts={toast === newest ? 'z' : undefined}
                onClick={() => undo(toast)}
              >
                {t('undo')}
                {toast === newest ? <Kbd stroke="z" /> : null}
              </Button>
            </Primitive.Action>
          ) : null}
          <Primitive.Close asChild>
            <Button size="small-icon" label={t('close')} Icon={X} />
          </Primitive.Close>
        </Primitive.Root>
      ))}
      {/* Above what stands at a page's foot: its keys, an act bar, a time bar. */}
      <Primitive.Viewport className="fixed right-4 bottom-28 z-50 grid w-[min(24rem,calc(100vw-2rem))] gap-2 max-md:bottom-[calc(var(--tab-bar)+6rem)]" />
    </Primitive.Provider>
  )
}
