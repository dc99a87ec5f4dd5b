import { notFound } from 'next/navigation'

/** The 404 page for unknown addresses, within the frame and with that status. */
export default function MissingPage() {
  notFound()
}
