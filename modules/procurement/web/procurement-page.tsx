import { Page } from "@ops/platform/ui/page.tsx"

export const Component = () => <Page>{null}</Page>
