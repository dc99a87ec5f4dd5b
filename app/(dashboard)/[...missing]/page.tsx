import { notFound } from 'next/navigation'

/** Every address that is no page: said within the frame, with the status that says so too. */
export default function MissingPage() {
  notFound()
}
