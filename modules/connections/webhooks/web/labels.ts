export const hints = {
  url: "Where requests are sent: https on the internet or in a network that an operator allows",
  kinds: "Kinds of records separated by commas, such as invoice, stock_item; * for all",
  fromPosition: "A position of the log, after which everything is delivered. Leave blank to begin now",
}
