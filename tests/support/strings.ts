import fc from 'fast-check'

/** Any character of Unicode. The library's own `binary` takes seconds to make the table of them. */
export const character = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((at) => String.fromCodePoint(at))
