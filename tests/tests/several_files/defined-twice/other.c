int count = 1;
