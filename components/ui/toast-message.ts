/** A report in a few words, with the way to undo it if there is one. Never an error's only sign. */
export interface Toast {
  text: string
  /** takes it back */
  undo?: (() => void) | undefined
}

export interface ShownToast extends Toast {
  id: number
}
