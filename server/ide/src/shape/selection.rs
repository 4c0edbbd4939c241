//! Selection ranges: each part of the text around an offset.

use boolprog_base::Span;

use super::Shape;

impl Shape {
    /// The parts of the text around an offset, innermost first; each is smaller than the next one and lies inside it. The
    /// last one is the whole text.
    pub fn enclosing(&self, offset: u32) -> Vec<Span> {
        let (before, after) = (offset.checked_sub(1).map(|byte| self.around(byte)), self.around(offset));
        // If two parts touch, the smaller one is selected, or the first: the name, not the text after it.
        let innermost = |chain: &Vec<Span>| chain.last().map_or(0, |span| span.len());
        let mut chain = before.into_iter().chain([after]).min_by_key(innermost).unwrap_or_default();
        chain.reverse();
        chain
    }

    /// The parts in which a byte is, outermost first.
    fn around(&self, byte: u32) -> Vec<Span> {
        let mut chain = vec![Span::new(0, self.text.len() as u32)];
        let at = self.items.partition_point(|item| item.span.end <= byte);
        let Some(item) = self.items.get(at) else { return chain };
        let mut cursor = item.tree.walk();
        while cursor.goto_first_child_for_byte((byte - item.span.start) as usize).is_some() {
            let (node, start) = (cursor.node(), item.span.start);
            let span = Span::new(start + node.start_byte() as u32, start + node.end_byte() as u32);
            if span.start > byte {
                break;
            }
            if node.is_named() && chain.last() != Some(&span) {
                chain.push(span);
            }
        }
        chain
    }
}
