import dynamic from 'next/dynamic'
import { createContext, type ReactNode, use, useCallback, useState } from 'react'

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

const ShowToast = createContext<(toast: Toast) => void>(() => undefined)

/** Shows a toast for eight seconds, or for as long as it has the pointer or the focus. */
export function useToast(): (toast: Toast) => void {
  return use(ShowToast)
}

const MAX_SHOWN = 3

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([])
  const show = useCallback((toast: Toast) => {
    setToasts((shown) => [
      ...shown.slice(1 - MAX_SHOWN),
      { ...toast, id: (shown.at(-1)?.id ?? 0) + 1 },
    ])
  }, [])
  const close = (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id))
  return (
    <ShowToast value={show}>
      {children}
      {toasts.length > 0 ? <ToastWindow toasts={toasts} onClose={close} /> : null}
    </ShowToast>
  )
}
