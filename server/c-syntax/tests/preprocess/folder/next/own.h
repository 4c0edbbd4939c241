the next
