//! A ring of constant-delay entries: what is set later fires later, so they stand in order by themselves.

/// First in, first out, in a ring whose length is a power of two.
pub(super) struct Ring<T> {
    items: Vec<T>,
    /// The number of the first item; items are counted from the start of the run.
    first: usize,
    /// The number of the next item to come.
    next: usize,
    blank: T,
}

impl<T: Copy> Ring<T> {
    /// An empty ring; `blank` fills the room.
    pub(super) fn new(blank: T) -> Ring<T> {
        Ring { items: vec![blank; 64], first: 0, next: 0, blank }
    }

    /// The number that the next item will have.
    #[inline]
    pub(super) fn next_number(&self) -> usize {
        self.next
    }

    /// The number of the first item.
    #[inline]
    pub(super) fn first_number(&self) -> usize {
        self.first
    }

    #[inline]
    pub(super) fn push(&mut self, item: T) {
        if self.next - self.first == self.items.len() {
            self.grow();
        }
        self.set(self.next, item);
        self.next += 1;
    }

    /// The first item.
    #[inline]
    pub(super) fn front(&self) -> Option<T> {
        (self.first != self.next).then(|| self.items[self.first & (self.items.len() - 1)])
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<T> {
        let front = self.front();
        self.first += usize::from(front.is_some());
        front
    }

    /// Overwrites the item of a number.
    #[inline]
    pub(super) fn set(&mut self, number: usize, item: T) {
        let mask = self.items.len() - 1;
        self.items[number & mask] = item;
    }

    #[cold]
    fn grow(&mut self) {
        let room = 2 * self.items.len();
        let mut items = vec![self.blank; room];
        for number in self.first..self.next {
            items[number & (room - 1)] = self.items[number & (room / 2 - 1)];
        }
        self.items = items;
    }
}
