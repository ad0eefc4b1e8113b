import { Check, ChevronDown } from "lucide-react"
import { DropdownMenu as Primitive } from "radix-ui"
import type { ReactNode } from "react"
import { Layer } from "./layer.tsx"
import { Tooltip } from "./tooltip.tsx"

interface MenuProps {
  readonly trigger: ReactNode
  readonly children: ReactNode
  readonly label: string
  readonly align?: "start" | "end"
  /** The tooltip of an icon-only trigger. */
  readonly tip?: string
}

/** A menu of actions or choices below the button that opens it. */
export const Menu = ({ trigger, children, label, align = "end", tip }: MenuProps) => (
  <Primitive.Root modal={false}>
    {tip ? (
      <Tooltip text={tip}>
        <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      </Tooltip>
    ) : (
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
    )}
    <Primitive.Portal>
      <Layer>
        <Primitive.Content className="overlay menu" aria-label={label} align={align} sideOffset={6} collisionPadding={10}>
          {children}
        </Primitive.Content>
      </Layer>
    </Primitive.Portal>
  </Primitive.Root>
)

interface MenuItemProps {
  readonly children: ReactNode
  readonly onSelect?: () => void
  readonly icon?: ReactNode
  readonly danger?: boolean
  readonly disabled?: boolean
}

export const MenuItem = ({ children, onSelect, icon, danger, disabled }: MenuItemProps) => (
  <Primitive.Item className="menu-item" data-danger={danger || undefined} disabled={disabled ?? false} onSelect={onSelect}>
    {icon}
    {children}
  </Primitive.Item>
)

interface MenuChoiceProps<Value extends string> {
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[]
  readonly label: string
}

/** One of several options. */
export const MenuChoice = <Value extends string>({ value, onChange, options, label }: MenuChoiceProps<Value>) => (
  <Primitive.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)} aria-label={label}>
    {options.map((option) => (
      <Primitive.RadioItem key={option.value} value={option.value} className="menu-item" data-choice>
        <Primitive.ItemIndicator className="menu-tick">
          <Check size={15} strokeWidth={2} aria-hidden />
        </Primitive.ItemIndicator>
        {option.label}
      </Primitive.RadioItem>
    ))}
  </Primitive.RadioGroup>
)

/** One of several options, as a button that shows the chosen one and opens the others. `before` precedes it on the button. */
export const ChoiceMenu = <Value extends string>({
  before,
  align = "start",
  ...choice
}: MenuChoiceProps<Value> & { readonly before?: string; readonly align?: "start" | "end" }) => (
  <Menu
    label={choice.label}
    align={align}
    trigger={
      <button type="button" className="choice-menu">
        <span className="sr">{choice.label}: </span>
        <span className="choice-word">
          {before}
          {choice.options.find(({ value }) => value === choice.value)?.label}
        </span>
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
      </button>
    }
  >
    <MenuChoice {...choice} />
  </Menu>
)

interface MenuCheckProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
  readonly disabled?: boolean
}

/** On or off; the menu stays open. */
export const MenuCheck = ({ checked, onChange, children, disabled }: MenuCheckProps) => (
  <Primitive.CheckboxItem
    className="menu-item"
    data-choice
    checked={checked}
    onCheckedChange={onChange}
    onSelect={(event) => event.preventDefault()}
    disabled={disabled ?? false}
  >
    <Primitive.ItemIndicator className="menu-tick">
      <Check size={15} strokeWidth={2} aria-hidden />
    </Primitive.ItemIndicator>
    {children}
  </Primitive.CheckboxItem>
)

export const MenuLabel = ({ children }: { children: ReactNode }) => <Primitive.Label className="menu-label">{children}</Primitive.Label>

export const MenuRule = () => <Primitive.Separator className="menu-rule" />

/** A link as a menu item; `download` saves its target. */
export const MenuLink = ({ href, children, download }: { href: string; children: ReactNode; download?: boolean }) => (
  <Primitive.Item asChild className="menu-item">
    <a href={href} download={download}>
      {children}
    </a>
  </Primitive.Item>
)
