'use client'

import { Kbd, type Stroke } from '@/components/keys/kbd'
import { Button, type ButtonProps } from '@/components/ui/button'

/** An answer; of the current call it shows its key. */
export function AnswerButton({
  stroke,
  hasKeys,
  children,
  ...button
}: ButtonProps & { stroke: Stroke; hasKeys: boolean }) {
  return (
    <Button {...button} className="max-md:h-11 max-md:flex-1">
      {children}
      {hasKeys ? <Kbd stroke={stroke} /> : null}
    </Button>
  )
}
