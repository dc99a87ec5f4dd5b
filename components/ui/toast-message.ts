/** What happened, in a few words, and the way back if there is one. Never an error's only sign. */
export interface Toast {
  text: string
  /** takes it back */
  undo?: (() => void) | undefined
}

export interface ShownToast extends Toast {
  id: number
}
