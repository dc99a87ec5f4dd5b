import { type ComponentProps, useState } from 'react'

/**
 * Returns the props of an input for a required number: it may be empty while someone types, which
 * is no number yet and cannot be sent.
 */
export function useTypedNumber(
  value: number | null,
  onChange: (value: number) => void,
): ComponentProps<'input'> {
  const [isEmpty, setEmpty] = useState(false)
  return {
    type: 'number',
    required: true,
    value: isEmpty ? '' : (value ?? ''),
    onChange: ({ target }) => {
      setEmpty(target.value === '')
      if (target.value !== '') onChange(target.valueAsNumber)
    },
  }
}
