import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react'
import { useKey } from '@/components/keys/use-key'

/** A report in a few words, with the way to undo it if there is one. Never an error's only sign. */
export interface Toast {
  text: ReactNode
  /** takes it back; Z does the same while the toast stands */
  undo?: (() => void) | undefined
}

export interface ShownToast extends Toast {
  id: number
}

// Loaded with the first toast.
const ToastWindow = dynamic(() => import('./toast-window').then((module) => module.ToastWindow), {
  ssr: false,
})

interface Toasts {
  show: (toast: Toast) => void
  begin: () => () => void
}

const Context = createContext<Toasts>({ show: () => undefined, begin: () => () => undefined })

/** Shows a toast for eight seconds, or for as long as it has the pointer or the focus. */
export function useToast(): (toast: Toast) => void {
  return use(Context).show
}

/**
 * Says that an act begins, and gives what says that it has ended and shown its toast. Z in between is
 * for this act, not for one before it: it is taken back as soon as it is done.
 */
export function useActBegins(): () => () => void {
  return use(Context).begin
}

const MAX_SHOWN = 3

const newestOf = (toasts: readonly ShownToast[]) =>
  toasts.findLast(({ undo }) => undo !== undefined)

export function ToastProvider({ children }: { children: ReactNode }) {
  const t = useTranslations('Common')
  const [toasts, setToasts] = useState<readonly ShownToast[]>([])
  const [underWay, setUnderWay] = useState(0)
  // A key may come before what follows from the last answer is painted.
  const now = useRef({ toasts, underWay, isUndoAsked: false })
  const put = useCallback((change: (shown: readonly ShownToast[]) => readonly ShownToast[]) => {
    now.current.toasts = change(now.current.toasts)
    setToasts(now.current.toasts)
  }, [])
  const context = useMemo<Toasts>(() => {
    const count = (by: number) => {
      now.current.isUndoAsked = false
      setUnderWay((now.current.underWay += by))
    }
    return {
      show: (toast) => {
        if (now.current.isUndoAsked && toast.undo) return toast.undo()
        put((shown) => [
          ...shown.slice(1 - MAX_SHOWN),
          { ...toast, id: (shown.at(-1)?.id ?? 0) + 1 },
        ])
      },
      begin: () => {
        count(1)
        return () => count(-1)
      },
    }
  }, [put])
  const close = (id: number) => put((shown) => shown.filter((toast) => toast.id !== id))
  const undo = (toast?: ShownToast) => {
    if (!toast) return
    close(toast.id)
    toast.undo?.()
  }
  const newest = newestOf(toasts)
  const undoNewest = () => {
    if (now.current.underWay > 0) now.current.isUndoAsked = true
    else undo(newestOf(now.current.toasts))
  }
  useKey('z', t('undo'), undoNewest, { when: underWay > 0 || newest !== undefined })
  return (
    <Context value={context}>
      {children}
      {toasts.length > 0 ? <ToastWindow {...{ toasts, newest, undo, close }} /> : null}
    </Context>
  )
}
