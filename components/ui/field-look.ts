/** The look of a field that is typed into; a page with one field of its own needs no more of fields. */
export const fieldLook =
  'block w-full rounded-control bg-raised px-2.5 shadow-[inset_0_0_0_1px_var(--control)] outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--accent)] aria-invalid:shadow-[inset_0_0_0_2px_var(--danger)] disabled:text-ink-2'
